import CRecorder
import Foundation
import HeapWalking

/// The linkage of a program, determined from the program's file.
struct ProgramFile {
  /// The way in which the Swift runtime is linked, or a reason why the program cannot be recorded.
  enum Linkage: Equatable {
    /// The runtime is a dynamic library, which can be recorded.
    case dynamic
    /// The runtime is part of the program, but the dynamic loader starts the program.
    case staticRuntime
    /// The program does not use the dynamic loader, so that the recorder cannot be loaded into it.
    case fullyStatic
    /// There is no Swift runtime: the file is a script or a program in another language.
    case noSwift
    /// A sanitizer replaces the allocator of the program.
    case sanitized(by: String)
    /// The program runs with the rights of another user or group.
    case privileged

    /// The reason why a program with this linkage cannot be examined; `nil` if it can.
    var obstacle: String? {
      switch self {
      case .dynamic, .staticRuntime: nil
      case .noSwift:
        "it is not a Swift program; --follow examines the Swift programs that it starts"
      case .fullyStatic:
        "it is fully static (-static-executable), so the recorder cannot be loaded into it: link "
          + "it dynamically, or with -static-stdlib"
      case .sanitized(let sanitizer):
        "it is built with \(sanitizer), which replaces the allocator: build it without -sanitize"
      case .privileged:
        "it runs with the rights of another user or group (setuid), so the dynamic loader ignores "
          + "the recorder: run it as that user, or clear its setuid and setgid bits"
      }
    }
  }

  let linkage: Linkage

  init(_ url: URL) {
    let file = ELFFile(path: url.path)
    guard file.isValid else {
      linkage = .noSwift
      return
    }
    let hasSwift = file.hasSection(startingWith: "swift5_")
    guard file.hasInterpreter else {
      linkage = hasSwift ? .fullyStatic : .noSwift
      return
    }
    if Self.isPrivileged(url) {
      linkage = .privileged
      return
    }
    if let export = file.firstDynamicName(among: Sanitizer.exports) {
      linkage = .sanitized(by: Sanitizer.name(ofRuntimeExporting: export))
      return
    }
    let isDynamic = file.neededLibraries.contains {
      $0.hasPrefix("libswift") || $0.hasPrefix("libFoundation")
    }
    linkage = isDynamic ? .dynamic : hasSwift ? .staticRuntime : .noSwift
  }

  /// Returns whether the file gives the program rights that the current user does not have: by its
  /// set-user-ID or set-group-ID bit, or by file capabilities. The dynamic loader ignores preloaded
  /// libraries for such a program.
  private static func isPrivileged(_ url: URL) -> Bool {
    var status = stat()
    guard unsafe stat(url.path, &status) == 0 else { return false }
    if unsafe lk_file_gives_capabilities(url.path) { return true }
    return status.st_mode & S_ISUID != 0 && status.st_uid != getuid()
      || status.st_mode & S_ISGID != 0 && status.st_gid != getgid()
  }
}
