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

  /// Returns the files that a compiler may read if it imports some of the modules.
  package static func files(of isImported: (_ module: String) -> Bool) throws -> [URL] {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
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
