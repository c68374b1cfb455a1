import Foundation

/// What belongs to the Swift toolchain that a followed program uses.
enum Toolchain {
  /// Programs of a toolchain that have the language in no part of their name.
  private static let others: Set<String> = ["docc", "sourcekit-lsp"]

  /// Returns whether the program is the compiler, the package manager or a tool beside them: its
  /// leaks are not the user's to fix.
  ///
  /// It lies in `bin` or `libexec` of a folder that has the runtime's libraries.
  static func includes(_ program: URL) -> Bool {
    let name = program.lastPathComponent
    guard name.hasPrefix("swift") || others.contains(name) else { return false }
    let folders = program.resolvingSymlinksInPath().deletingLastPathComponent().pathComponents
    guard let place = folders.lastIndex(where: { ["bin", "libexec"].contains($0) }) else {
      return false
    }
    let libraries = folders[..<place].joined(separator: "/") + "/lib/swift"
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: libraries, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
