package import Foundation

/// Pictures of DOT files, where Graphviz is installed.
///
/// An SVG names the version of Graphviz that drew it and depends on the fonts of
/// the machine, so it is a convenience beside the DOT file and no part of a
/// report that is compared.
package enum SVGRendering {
  /// The `dot` program, if a folder of `PATH` has it.
  package static func dotProgram(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL? {
    (environment["PATH"] ?? "").split(separator: ":").lazy
      .map { URL(filePath: String($0)).appending(path: "dot") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Draws an `.svg` beside every DOT file of a folder.
  ///
  /// - Returns: The files that `dot` could not draw, by name.
  package static func render(dotFilesIn folder: URL, with dot: URL) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".dot") && !$0.hasPrefix(".") }.sorted()
    var failed: [String] = []
    for name in names {
      let source = folder.appending(path: name)
      let target = source.deletingPathExtension().appendingPathExtension("svg")
      let process = Process()
      process.executableURL = dot
      process.arguments = ["-Tsvg", source.path, "-o", target.path]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus != 0 { failed.append(name) }
    }
    return failed
  }
}
