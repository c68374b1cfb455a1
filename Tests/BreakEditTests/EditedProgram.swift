import Foundation
import TestSupport
import Testing

/// A program with shapes that leak; its sources can be edited and the program built again.
struct EditedProgram {
  /// The copied folder whose sources are edited.
  let sources: URL
  /// The program, built from the sources as they were last.
  private(set) var program: URL
  /// Builds the program from the sources as they are, and returns its path.
  private let build: () throws -> URL

  /// The folder of the test bundle and of the other products of the build.
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// The installed command that `LEAKCHECK_TOOL` names, or else the command of the same build.
  private static let leakcheck =
    ProcessInfo.processInfo.environment["LEAKCHECK_TOOL"].map { URL(fileURLWithPath: $0) }
    ?? products.appending(path: "leakcheck")

  /// Returns the program with the shapes of this package's tests, compiled with its stream library.
  static func ownShapes(in folder: URL) throws -> EditedProgram {
    let original = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "BreakShapes")
    let sources = folder.appending(path: "BreakShapes")
    try FileManager.default.copyItem(at: original, to: sources)
    return try EditedProgram(sources: sources) {
      let libraries = try ["Streams", "ResourceRegistry"].flatMap {
        try files(in: products.appending(path: "\($0).build"), ending: ".o")
      }
      let modules = products.appending(path: "Modules")
      let recipe = ProgramRecipe(
        name: "shapes", sources: try texts(in: sources),
        inputs: libraries.map { URL(fileURLWithPath: $0) }
          + ["Streams", "ResourceRegistry"].map { modules.appending(path: "\($0).swiftmodule") },
        options: ["-Onone", "-g", "-swift-version", "5", "-suppress-warnings", "-I", modules.path]
          + libraries)
      return URL(fileURLWithPath: try ProgramStore.executable(of: recipe))
    }
  }

  private init(sources: URL, build: @escaping () throws -> URL) throws {
    self.sources = sources
    self.build = build
    program = try build()
  }

  /// Copies an executable target of another package.
  static func client(_ target: String, ofPackage package: URL) throws -> EditedProgram {
    try EditedProgram(sources: package.appending(path: "Sources/\(target)")) {
      let result = try Subprocess.run(
        "swift", ["build", "--package-path", package.path, "--product", target])
      try #require(result.status == 0, "\(result.output)")
      return package.appending(path: ".build/debug/\(target)")
    }
  }

  mutating func rebuild() throws { program = try build() }

  /// The names of the shapes.
  func shapes() throws -> [String] {
    try Subprocess.run(program.path, []).output.split(separator: "\n").map(String.init)
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
    let result = try Subprocess.run(
      Self.leakcheck.path,
      [
        "exec", "--color", "never", "--format", "json", "--output", folder.path, "--",
        program.path, shape,
      ])
    let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
    return Outcome(
      status: result.status, output: result.output,
      report: try JSONDecoder().decode(ToolReport.self, from: data))
  }

  /// Applies edits to the sources. The edits name files as the tool does, without a folder.
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

  /// The texts of the sources in a folder, by their names.
  private static func texts(in folder: URL) throws -> [String: String] {
    let texts = try files(in: folder, ending: ".swift").map { path in
      let file = URL(fileURLWithPath: path)
      return (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
    }
    return Dictionary(uniqueKeysWithValues: texts)
  }

  private static func files(in folder: URL, ending suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { folder.appending(path: $0).path }
  }
}
