import Foundation
import Synchronization

/// The path of a source file relative to the root of its repository or package. This path is the
/// same on every machine.
enum SourcePath {
  /// The root of each folder that was looked up; empty if the folder has none.
  private static let roots = Mutex([String: String]())

  /// Returns the path of a file relative to the root of its repository or package.
  ///
  /// The root is the nearest folder above the file that contains `.git`. If no folder contains
  /// `.git`, the root is the outermost folder that contains `Package.swift`.
  ///
  /// A file that was compiled on another machine may have no root. For a file without a root, this
  /// function returns the end of the path, starting at the last folder named `Sources` or `Tests`.
  /// If the path contains neither folder, it returns the file's name.
  ///
  /// If `file` is a relative path, this function returns the path without `./`. If such a path
  /// contains `..`, it returns only the file's name.
  ///
  /// - Parameter file: The path in the debug information.
  /// - Complexity: At most two look-ups in the file system for each folder above the file, on first
  ///   use of the file's folder.
  static func relative(_ file: String) -> String {
    guard file.hasPrefix("/") else {
      let isWithin = !file.split(separator: "/").contains("..")
      return isWithin && file.hasPrefix("./")
        ? String(file.dropFirst(2)) : isWithin ? file : name(of: file)
    }
    let file = URL(fileURLWithPath: file).standardizedFileURL.path
    // A file that a plugin wrote is not part of the repository.
    if file.contains("/.build/plugins/") { return name(of: file) }
    let folder = String(file.prefix(file.count - name(of: file).count - 1))
    let root = root(of: folder)
    if !root.isEmpty { return String(file.dropFirst(root.count + 1)) }
    let parts = file.split(separator: "/")
    guard let start = parts.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }) else {
      return name(of: file)
    }
    return parts[start...].joined(separator: "/")
  }

  private static func name(of file: String) -> String {
    file.split(separator: "/").last.map(String.init) ?? file
  }

  private static func root(of folder: String) -> String {
    if let known = roots.withLock({ $0[folder] }) { return known }
    // A dependency that SwiftPM has checked out has its own `.git`. The search therefore starts at
    // the package whose build folder contains the dependency.
    let start = folder.range(of: "/.build/").map { String(folder[..<$0.lowerBound]) } ?? folder
    var root = ""
    var current = start
    while !current.isEmpty {
      if exists(current + "/.git") {
        root = current
        break
      }
      if exists(current + "/Package.swift") { root = current }
      guard let slash = current.lastIndex(of: "/") else { break }
      current = String(current[..<slash])
    }
    roots.withLock { $0[folder] = root }
    return root
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}
