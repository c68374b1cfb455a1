import Foundation

/// The way in which the generated programs are compiled.
enum BuildMode: String, CaseIterable, Sendable {
  case debug = "-Onone"
  case release = "-O"
}

/// An executable that contains several generated programs.
struct ProgramBuild: Sendable {
  let executable: URL

  struct Failed: Error, CustomStringConvertible {
    var description: String
  }

  /// Compiles all programs as one module, because compiling takes longer than running.
  ///
  /// A build of the same sources that is already in the folder is reused.
  init(_ programs: [FuzzProgram], mode: BuildMode, in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var files: [String] = []
    var isSame = true
    func write(_ text: String, _ name: String) throws {
      let file = folder.appending(path: name)
      files.append(file.path)
      if (try? Data(contentsOf: file)) == Data(text.utf8) { return }
      isSame = false
      try Data(text.utf8).write(to: file)
    }
    try write(Prelude.text, "Prelude.swift")
    for program in programs {
      try write(
        "import Dispatch\nimport Foundation\nimport Synchronization\n\n"
          + ProgramWriter(program).text,
        "Seed\(program.seed).swift")
    }
    try write(ProgramWriter.main(for: programs), "main.swift")
    executable = folder.appending(path: "fuzzed\(mode.rawValue)")
    if isSame, FileManager.default.isExecutableFile(atPath: executable.path) { return }
    try? FileManager.default.removeItem(at: executable)
    var words = ["swiftc", mode.rawValue, "-g", "-swift-version", "5", "-suppress-warnings"]
    words += ["-module-name", "Fuzzed", "-j2"]
    if mode == .release { words += ["-wmo", "-num-threads", "2"] }
    let result = try Command(
      words: words + files + ["-o", executable.path], seconds: 900
    ).run(in: folder)
    guard result.status == 0 else {
      let errors = result.errors.split(separator: "\n").filter {
        $0.contains("swift:") && $0.contains("error:")
      }
      throw Failed(
        description: (errors.isEmpty ? [Substring(result.errors.suffix(2_000))] : errors.prefix(10))
          .joined(separator: "\n"))
    }
  }
}
