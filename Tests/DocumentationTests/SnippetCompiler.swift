import Foundation
import TestSupport

/// A type checker for Swift code that imports modules of the same build as the tests.
struct SnippetCompiler {
  /// Returns the errors that the compiler reports for a program in one file; empty if there are
  /// none.
  ///
  /// - Parameters:
  ///   - code: The program, which may have top-level statements.
  ///   - context: The path of a file with declarations that the program uses.
  static func errors(in code: String, context: URL? = nil) throws -> String {
    let files = (context.map { [$0] } ?? [])
    let plugins = pluginFolder()
    let outcome = try Compilation(
      of: ["main.swift": code],
      with: [
        "swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", "-module-name",
        "Snippets", "-I", BuiltModules.folder.path,
      ] + (plugins.map { ["-plugin-path", $0.path] } ?? []) + BuiltModules.cOptions
        + ["main.swift"] + files.map(\.path),
      reading: files
        + BuiltModules.files { $0 == "StreamsTests" || !$0.hasSuffix("Tests") },
      allowsErrors: true
    ).outcome()
    return outcome.status == 0 ? "" : outcome.messages
  }

  /// Returns the folder with the compiler's plugins for the macros of Swift Testing.
  private static func pluginFolder() -> URL? {
    let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: "swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return compiler?.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "lib/swift/host/plugins/testing")
  }
}
