import Foundation

/// A type that finds programs by name.
enum ExecutableSearch {
  /// Returns the executable that a shell would find; `nil` if there is none. A path is used
  /// unchanged, and a name is searched for in `PATH`.
  static func find(_ name: String) -> URL? {
    let candidates =
      name.contains("/")
      ? [URL(fileURLWithPath: name)]
      : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appending(path: name) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) && isFile($0) }
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
