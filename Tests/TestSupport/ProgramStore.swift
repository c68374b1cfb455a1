import Foundation
import Testing

/// Programs that tests compiled, kept for the next test or test run that needs the same ones.
///
/// The folder is outside every package, as the programs of users are: the tool looks for the
/// package of a program and of its sources above them.
package enum ProgramStore {
  /// The compiler's errors.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// The folder of all programs; `make clean` removes it.
  private static let folder = FileManager.default.temporaryDirectory
    .appending(path: "leakcheck-tests-\(getuid())")

  /// The compiler, by its version and its file.
  private static let compiler = Result {
    let version = try Subprocess.run("swiftc", ["--version"])
    try #require(version.status == 0, "\(version.errors)")
    let path = try Subprocess.run("which", ["swiftc"]).output
    let file = URL(filePath: path.trimmingCharacters(in: .whitespacesAndNewlines))
      .resolvingSymlinksInPath()
    return version.output + FileStamp(file.path).description
  }

  /// Returns the path of a program's executable, compiled if no test has compiled it yet.
  ///
  /// The executable is shared: a test that changes it takes a copy.
  package static func executable(of recipe: ProgramRecipe) throws -> String {
    let contents = try recipe.contents(compiler: compiler.get())
    let entry = folder.appending(path: hash(of: contents))
    try FileManager.default.createDirectory(at: entry, withIntermediateDirectories: true)
    try #require(
      FileStamp(folder.path).isOwnedByThisUser, "\(folder.path) is another user's folder")
    let lock = try FileLock(entry.appending(path: "lock").path)
    defer { lock.unlock() }
    let executable = entry.appending(path: recipe.name)
    let record = entry.appending(path: "record")
    func expectedRecord() -> Data { Data((contents + FileStamp(executable.path).description).utf8) }

    // A cleaner of temporary files may have removed some.
    let haveSourcesChanged = try recipe.writeSources(in: entry)
    if !haveSourcesChanged, (try? Data(contentsOf: record)) == expectedRecord() {
      return executable.path
    }
    try? FileManager.default.removeItem(at: record)
    try? FileManager.default.removeItem(at: executable)
    // Compiled with several threads, a module is written into the current folder as well.
    let result = try Subprocess.run("swiftc", recipe.arguments(in: entry), folder: entry)
    guard result.status == 0 else { throw Failure(description: result.errors) }
    try expectedRecord().write(to: record)
    return executable.path
  }

  /// The FNV-1a hash of a text, in hexadecimal digits.
  private static func hash(of text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
