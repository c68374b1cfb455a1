import Foundation
import TestSupport
import Testing

/// A program that contains leaking shapes. Its sources can be edited, and it can be built again.
struct EditedProgram {
  /// The folder that contains the sources to edit.
  let sources: URL
  /// The built program.
  let program: URL
  private let build: () throws -> Void

  /// The folder of the test bundle, which also contains the other products of the build.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// The command under test: the installed command that `LEAKCHECK_TOOL` names or, if the variable
  /// is not set, the command of the same build.
  private static let leakcheck =
    ProcessInfo.processInfo.environment["LEAKCHECK_TOOL"].map { URL(fileURLWithPath: $0) }
    ?? products.appending(path: "leakcheck")

  /// Returns a program with the shapes of this package's tests, compiled with the package's stream
  /// library.
  static func ownShapes(in folder: URL) throws -> EditedProgram {
    let original = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "BreakShapes")
    let sources = folder.appending(path: "BreakShapes")
    try FileManager.default.copyItem(at: original, to: sources)
    let program = folder.appending(path: "shapes")
    return EditedProgram(sources: sources, program: program) {
      let libraries = ["Streams", "ResourceRegistry"]
      let objects = try libraries.flatMap(BuiltModules.objectFiles)
      let texts = try files(in: sources, ending: ".swift").map {
        let file = URL(fileURLWithPath: $0)
        return (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
      }
      let compiled = try Compilation(
        of: Dictionary(uniqueKeysWithValues: texts),
        with: [
          "swiftc", "-Onone", "-g", "-swift-version", "5", "-suppress-warnings", "-I",
          BuiltModules.folder.path,
        ] + texts.map(\.0) + objects.map(\.path) + ["-o", "shapes"],
        reading: objects + BuiltModules.files(of: libraries.contains)
      ).outcome()
      try copyExecutable(compiled.file("shapes"), to: program.path)
    }
  }

  /// Returns the program of an executable target in another package.
  static func client(_ target: String, ofPackage package: URL) -> EditedProgram {
    EditedProgram(
      sources: package.appending(path: "Sources/\(target)"),
      program: package.appending(path: ".build/debug/\(target)")
    ) {
      let result = try run(
        URL(fileURLWithPath: "/usr/bin/env"),
        ["swift", "build", "--package-path", package.path, "--product", target])
      try #require(result.status == 0, "\(result.output)")
    }
  }

  func rebuild() throws { try build() }

  /// Returns the names of the shapes, which the program prints.
  func shapes() throws -> [String] {
    try Self.run(program, []).output.split(separator: "\n").map(String.init)
  }

  struct Outcome {
    var status: Int32
    var output: String
    var report: ToolReport
  }

  /// Runs one shape under the tool.
  func outcome(of shape: String) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Self.run(
      Self.leakcheck,
      [
        "exec", "--color", "never", "--format", "json", "--output", folder.path, "--",
        program.path, shape,
      ])
    let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
    return Outcome(
      status: result.status, output: result.output,
      report: try JSONDecoder().decode(ToolReport.self, from: data))
  }

  /// Applies each edit to the source with the same name as the edit's file. The folder of that file
  /// does not matter. An edit without a file is applied to every source.
  func apply(_ edits: [SourceEdit]) throws {
    for path in try Self.files(in: sources, ending: ".swift") {
      let url = URL(fileURLWithPath: path)
      let ofFile = edits.filter {
        $0.file.isEmpty || $0.file.hasSuffix("/\(url.lastPathComponent)")
          || $0.file == url.lastPathComponent
      }
      guard !ofFile.isEmpty else { continue }
      var text = SourceText(try String(contentsOf: url, encoding: .utf8))
      try text.apply(ofFile)
      try Data(text.text.utf8).write(to: url)
    }
  }

  private static func files(in folder: URL, ending suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { folder.appending(path: $0).path }
  }

  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a program. Its output and errors go to files, because a full pipe would block it.
  private static func run(_ program: URL, _ arguments: [String]) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }
}
