import Foundation
import HeapWalking

/// What a program's file says of how it was linked.
struct ProgramFile {
  /// How the Swift runtime comes into the program.
  enum Linkage: Equatable {
    /// The dynamic loader brings it: it can be recorded.
    case dynamic
    /// It is a part of the program, which the dynamic loader still starts.
    case staticRuntime
    /// There is no dynamic loader, so nothing can be loaded into the program.
    case fullyStatic
    /// There is no Swift in it: a script, a program in another language.
    case noSwift
    /// A sanitizer replaces its allocator.
    case sanitized(by: String)
    /// It runs with the rights of another user.
    case privileged
  }

  let linkage: Linkage

  init(_ url: URL) {
    let file = ELFFile(path: url.path)
    guard file.isValid else {
      linkage = .noSwift
      return
    }
    guard file.hasInterpreter else {
      linkage = .fullyStatic
      return
    }
    if Self.isPrivileged(url) {
      linkage = .privileged
      return
    }
    if let export = file.firstExport(among: Sanitizer.exports) {
      linkage = .sanitized(by: Sanitizer.name(ofRuntimeExporting: export))
      return
    }
    let isDynamic = file.neededLibraries.contains {
      $0.hasPrefix("libswift") || $0.hasPrefix("libFoundation")
    }
    let hasSwift = file.hasSection(startingWith: "swift5_")
    linkage = isDynamic ? .dynamic : hasSwift ? .staticRuntime : .noSwift
  }

  /// Returns whether the file has the set-user-ID or set-group-ID bit of another user or group than
  /// this process runs as: the dynamic loader then ignores what is to be loaded into it.
  private static func isPrivileged(_ url: URL) -> Bool {
    var status = stat()
    guard unsafe stat(url.path, &status) == 0 else { return false }
    return status.st_mode & S_ISUID != 0 && status.st_uid != getuid()
      || status.st_mode & S_ISGID != 0 && status.st_gid != getgid()
  }
}
