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
  /// All by one process: to start takes the program longer than to draw a graph.
  ///
  /// - Returns: The files that `dot` could not draw, by name.
  package static func render(dotFilesIn folder: URL, with dot: URL) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".dot") && !$0.hasPrefix(".") }.sorted()
    guard !names.isEmpty else { return [] }
    try draw(names, in: folder, with: dot)
    return names.filter { name in
      let source = folder.appending(path: name)
      let target = source.deletingPathExtension().appendingPathExtension("svg")
      return unsafe rename(source.path + ".svg", target.path) != 0
    }
  }

  /// Draws `NAME.dot.svg` for each `NAME.dot`; one that cannot be drawn does not keep the
  /// others from it.
  private static func draw(_ names: [String], in folder: URL, with dot: URL) throws {
    let process = Process()
    process.executableURL = dot
    process.currentDirectoryURL = folder
    process.arguments = ["-Tsvg", "-O"] + names
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }
}
