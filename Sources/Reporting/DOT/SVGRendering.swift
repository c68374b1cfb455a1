package import Foundation
import Synchronization

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
    let failed = Mutex(Set<String>())
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      let source = folder.appending(path: names[index])
      if !draw(source, with: dot) { failed.withLock { _ = $0.insert(names[index]) } }
    }
    return failed.withLock { $0.sorted() }
  }

  private static func draw(_ source: URL, with dot: URL) -> Bool {
    let process = Process()
    process.executableURL = dot
    let target = source.deletingPathExtension().appendingPathExtension("svg")
    process.arguments = ["-Tsvg", source.path, "-o", target.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
