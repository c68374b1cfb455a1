import Foundation

/// A type checker for Swift code that imports modules of the same build as the tests.
struct SnippetCompiler {
  /// The folder of the test bundle, which also contains the other products of the build.
  private static let products = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// Returns the errors that the compiler reports for a program in one file; empty if there are
  /// none.
  ///
  /// - Parameters:
  ///   - code: The program, which may have top-level statements.
  ///   - context: The path of a file with declarations that the program uses.
  static func errors(in code: String, context: URL? = nil) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appending(path: "main.swift")
    try code.write(to: main, atomically: true, encoding: .utf8)

    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", "-module-name",
        "Snippets", "-I", products.appending(path: "Modules").path,
      ] + pluginOptions() + cModuleOptions() + [main.path] + (context.map { [$0.path] } ?? [])
    let output = Pipe()
    compiler.standardError = output
    compiler.standardOutput = FileHandle.nullDevice
    try compiler.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    compiler.waitUntilExit()
    let errors = String(decoding: text, as: UTF8.self)
    return compiler.terminationStatus == 0 ? "" : errors
  }

  /// Returns the compiler options for the macros of Swift Testing.
  private static func pluginOptions() -> [String] {
    let compiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: "swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let compiler else { return [] }
    let plugins = compiler.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "lib/swift/host/plugins/testing")
    return ["-plugin-path", plugins.path]
  }

  /// Returns the compiler options for the C targets that the modules of the package import.
  private static func cModuleOptions() -> [String] {
    ["CSwiftABI", "CRecorder"].flatMap { name in
      [
        "-Xcc",
        "-fmodule-map-file=\(products.appending(path: "\(name).build/module.modulemap").path)",
      ]
    }
  }
}
