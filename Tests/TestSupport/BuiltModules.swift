package import Foundation

/// The modules of the build that the tests are part of.
package enum BuiltModules {
  /// The folder of the test bundle, which also contains the other products of the build.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()
  private static let cTargets = ["CSwiftABI", "CRecorder"]

  /// The folder that contains the modules of the Swift targets.
  package static let folder = products.appending(path: "Modules")

  /// The compiler options for the C targets that the modules import.
  package static let cOptions = cTargets.flatMap {
    ["-Xcc", "-fmodule-map-file=\(moduleMap(of: $0).path)"]
  }

  private static func moduleMap(of target: String) -> URL {
    products.appending(path: "\(target).build/module.modulemap")
  }

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// Returns the object files of a target, sorted by path. A build folder may also contain object
  /// files of sources that were removed, which are omitted.
  package static func objectFiles(of target: String) throws -> [URL] {
    let build = products.appending(path: "\(target).build")
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: sources.appending(path: target).path
    ).map { URL(filePath: $0).lastPathComponent }
    return try FileManager.default.subpathsOfDirectory(atPath: build.path).filter { path in
      let object = URL(filePath: path)
      let source = object.deletingPathExtension().lastPathComponent
      return object.pathExtension == "o" && names.contains(source)
    }.sorted().map { build.appending(path: $0) }
  }

  /// Returns the files that a compiler may read if it imports some of the modules.
  package static func files(of isImported: (_ module: String) -> Bool) throws -> [URL] {
    let headers = cTargets.map { sources.appending(path: "\($0)/include") }
    let modules = try files(in: folder, ending: ".swiftmodule").filter {
      isImported($0.deletingPathExtension().lastPathComponent)
    }
    return try modules + cTargets.map(moduleMap)
      + headers.flatMap { try files(in: $0, ending: ".h") }
  }

  private static func files(in folder: URL, ending suffix: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(suffix) }.map { folder.appending(path: $0) }
  }
}
