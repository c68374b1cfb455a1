import Foundation
import HeapWalking

/// What a program's file says of how it was linked.
struct ProgramFile {
  /// How the Swift runtime comes into the program.
  enum Linkage {
    /// The dynamic loader brings it: it can be recorded.
    case dynamic
    /// It is a part of the program, which the dynamic loader still starts.
    case staticRuntime
    /// There is no dynamic loader, so nothing can be loaded into the program.
    case fullyStatic
    /// There is no Swift in it: a script, a program in another language.
    case noSwift
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
    let isDynamic = file.neededLibraries.contains {
      $0.hasPrefix("libswift") || $0.hasPrefix("libFoundation")
    }
    let hasSwift = file.hasSection(startingWith: "swift5_")
    linkage = isDynamic ? .dynamic : hasSwift ? .staticRuntime : .noSwift
  }
}
