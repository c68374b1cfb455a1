import Foundation
import Reporting

/// The path by which `LD_PRELOAD` names the preloaded library.
///
/// The dynamic loader interprets a space and a colon as the end of a path, replaces names after a
/// dollar sign, and supports no escapes (ld.so(8), LD_PRELOAD). If the library's path contains one
/// of these characters, `LD_PRELOAD` uses a path through a symbolic link to the library's folder.
struct PreloadPath {
  let path: String
  /// A separate folder for the link. It is needed only if the library's path and the path of the
  /// reports' folder both contain a space, a colon or a dollar sign.
  private let linkFolder: PrivateFolder?

  /// - Parameter reports: The folder of this run's reports, in which the link may be created. The
  ///   folder is removed after the run.
  /// - Throws: ``CommandError`` if no folder for the link can be created.
  init(of library: URL, reports: URL) throws(CommandError) {
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
    // The link refers to the folder rather than the library, because the library needs other
    // libraries from its folder.
    let link = (folder?.url ?? reports).appending(path: "lib")
    do {
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: library.deletingLastPathComponent())
    } catch {
      folder?.remove()
      throw CommandError(
        "the recorder cannot be preloaded: its path '\(library.path)' contains a space, a colon or "
          + "a dollar sign, and the symbolic link '\(link.path)' cannot be created: "
          + SystemError.cause(of: error))
    }
    path = link.appending(path: library.lastPathComponent).path
    linkFolder = folder
  }

  /// Removes the separate folder for the link, if there is one.
  func remove() { linkFolder?.remove() }

  private static func isPlain(_ path: String) -> Bool {
    !path.contains { $0 == " " || $0 == ":" || $0 == "$" }
  }
}
