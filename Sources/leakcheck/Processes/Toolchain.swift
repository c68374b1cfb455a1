import Foundation

/// A type that recognizes the programs of a Swift toolchain.
enum Toolchain {
  /// The programs of a toolchain whose names do not start with "swift".
  private static let others: Set<String> = ["docc", "sourcekit-lsp"]

  /// Returns whether the program is the compiler, the package manager or another tool of a
  /// toolchain. The user cannot fix the leaks of such a program.
  ///
  /// Such a program is in `bin` or `libexec` of a folder that also contains the runtime's
  /// libraries.
  static func includes(_ program: URL) -> Bool {
    let name = program.lastPathComponent
    guard name.hasPrefix("swift") || others.contains(name) else { return false }
    let folders = program.resolvingSymlinksInPath().deletingLastPathComponent().pathComponents
    guard let index = folders.lastIndex(where: { ["bin", "libexec"].contains($0) }) else {
      return false
    }
    let libraries = folders[..<index].joined(separator: "/") + "/lib/swift"
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: libraries, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
