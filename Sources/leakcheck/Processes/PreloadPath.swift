import Foundation

/// The path of the preloaded library in `LD_PRELOAD`.
///
/// The dynamic loader takes a space and a colon for the end of a path and replaces names after a
/// dollar sign, and it knows no escapes (ld.so(8), LD_PRELOAD). Where the library's own path
/// contains one of these, a link to its folder takes its place.
struct PreloadPath {
  let path: String
  /// A folder for the link alone, where the reports' path will not do either.
  private let linkFolder: PrivateFolder?

  /// - Parameter reports: The folder of this run's reports, which is removed with the link in it.
  /// - Throws: ``UsageError`` if there is no folder for the link.
  init(of library: URL, reports: URL) throws(UsageError) {
    guard !Self.isPlain(library.path) else {
      path = library.path
      linkFolder = nil
      return
    }
    let folder =
      Self.isPlain(reports.path)
      ? nil
      : try PrivateFolder(
        inFirstOf: ["/tmp", "/var/tmp", "/dev/shm"].map { URL(fileURLWithPath: $0) })
    // The folder, because the library looks for others beside itself.
    let link = (folder?.url ?? reports).appending(path: "lib")
    do {
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: library.deletingLastPathComponent())
    } catch {
      folder?.remove()
      throw UsageError(
        "'\(library.path)' cannot be loaded under this name, and '\(link.path)' cannot be made")
    }
    path = link.appending(path: library.lastPathComponent).path
    linkFolder = folder
  }

  /// Removes what is not in the reports' folder.
  func remove() { linkFolder?.remove() }

  private static func isPlain(_ path: String) -> Bool {
    !path.contains { $0 == " " || $0 == ":" || $0 == "$" }
  }
}
