import KnownCode
import Foundation
internal import OwnershipGraph

/// An object that distinguishes the source files of the root package from the source files of its
/// dependencies.
///
/// The root package is the package that contains the program's build folder. If there is no such
/// package, the root package is the package that contains the source of `main`. A file
/// belongs to the package with the nearest manifest in the folders above it. If the sources are not
/// on this machine, the package is the folder before `/Sources/` or `/Tests/` in the file's path. A
/// package in a folder of the root package counts as a part of the root package.
final class SourceOrigins {
  /// A source file of a program or library.
  private struct SourceFile: Hashable {
    let path: String
    let image: String
  }

  private let symbols: SymbolTable
  private let locator: SourceLocator
  private var rootOf: [String: String?] = [:]
  private var programRoots: [String: String?] = [:]
  private var originOf: [String: Origin] = [:]
  private var originOfSource: [SourceFile: Origin?] = [:]

  init(symbols: SymbolTable, locator: SourceLocator) {
    self.symbols = symbols
    self.locator = locator
  }

  /// Returns `.dependency` for a module that ``note(module:code:)`` found to belong to a
  /// dependency; otherwise `nil`.
  func origin(ofModule module: String) -> Origin? {
    originOf[module] == .dependency ? .dependency : nil
  }

  /// Finds the origin of a module from one of its functions, and records it. Does nothing if the
  /// origin is known, or if the module is one of the toolchain's libraries.
  ///
  /// If the function has no line, the origin may stay unknown until this method is called with
  /// another function of the module.
  func note(module: String, code: SymbolTable.Function) {
    guard !module.isEmpty, originOf[module] == nil,
      !KnownModules.language.contains(module)
    else { return }
    if let path = locator.sourcePath(of: code) {
      originOf[module] = origin(ofSource: path, code)
    } else if Self.isCheckedOut(module, besideImage: SourceLocator.realPath(code.image)) {
      originOf[module] = .dependency
    }
  }

  /// Returns the origin of the source file at a path; `nil` if it is unknown.
  ///
  /// - Parameter code: A function of the program or library that contains the file's code.
  func origin(ofSource path: String, _ code: SymbolTable.Function) -> Origin? {
    let file = SourceFile(path: path, image: code.image)
    if let known = originOfSource[file] { return known }
    let found = findOrigin(ofSource: path, code)
    originOfSource[file] = .some(found)
    return found
  }

  private func findOrigin(ofSource path: String, _ code: SymbolTable.Function) -> Origin? {
    let image = SourceLocator.realPath(code.image)
    if path.contains("/.build/checkouts/") || path.contains("/SourcePackages/checkouts/") {
      return .dependency
    }
    if let checkouts = Self.checkouts(besideImage: image), path.hasPrefix(checkouts + "/") {
      return .dependency
    }
    guard let program = programRoot(image: image, code), let root = packageRoot(of: path) else {
      return nil
    }
    return root == program || root.hasPrefix(program + "/") ? .program : .dependency
  }

  /// Returns the folder of the root package of a program or a test bundle.
  private func programRoot(image: String, _ code: SymbolTable.Function) -> String? {
    if let known = programRoots[image] { return known }
    let builds = image.ranges(of: "/.build/").last.map { String(image[..<$0.lowerBound]) }
    let found: String?
    if let builds, Self.hasManifest(builds) {
      found = builds
    } else if let main = symbols.sibling(named: "main", of: code) {
      locator.locate([main])
      found = locator.sourcePath(of: main).flatMap { packageRoot(of: $0) }
    } else {
      found = nil
    }
    programRoots[image] = .some(found)
    return found
  }

  private func packageRoot(of path: String) -> String? {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    if let known = rootOf[folder] { return known }
    var current = folder.split(separator: "/")
    while !current.isEmpty, !Self.hasManifest("/" + current.joined(separator: "/")) {
      current.removeLast()
    }
    var found: String? = current.isEmpty ? nil : "/" + current.joined(separator: "/")
    if found == nil {
      let marks = ["/Sources/", "/Tests/"].flatMap { path.ranges(of: $0) }
      found = marks.map(\.lowerBound).max().map { String(path[..<$0]) }
    }
    rootOf[folder] = .some(found)
    return found
  }

  private static func hasManifest(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/Package.swift")
  }

  /// Returns the folder that contains the sources of dependencies. It is in the build folder that
  /// contains the product `image`.
  private static func checkouts(besideImage image: String) -> String? {
    var folders = image.split(separator: "/").dropLast()
    for _ in 0..<min(4, folders.count) {
      let checkouts = "/" + folders.joined(separator: "/") + "/checkouts"
      if FileManager.default.fileExists(atPath: checkouts) { return checkouts }
      folders.removeLast()
    }
    return nil
  }

  /// Returns whether a dependency has a target with the name of a module. In a program without
  /// debug information, nothing else shows that the module belongs to a dependency.
  private static func isCheckedOut(_ module: String, besideImage image: String) -> Bool {
    guard let checkouts = checkouts(besideImage: image),
      let packages = try? FileManager.default.contentsOfDirectory(atPath: checkouts)
    else { return false }
    return packages.contains { package in
      ["/Sources/", "/"].contains {
        FileManager.default.fileExists(atPath: checkouts + "/" + package + $0 + module)
      }
    }
  }
}
