import Foundation
import TestSupport

/// The planted programs, which are a package in a neighboring folder that the tests compile.
enum Corpus {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus/Sources/corpus")

  /// The installed command that `LEAKCHECK_TOOL` names, or else the command of the same build,
  /// which is in the folder of the test bundle.
  static let leakcheck =
    ProcessInfo.processInfo.environment["LEAKCHECK_TOOL"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "leakcheck")

  /// Compiles the files in a folder to a program, unless a test has compiled it before.
  ///
  /// - Parameter name: The name of the program and of its module.
  /// - Returns: The program's path, which other tests use at the same time.
  static func compiled(
    _ optimization: String, options: [String] = [], as name: String,
    sources: URL = Corpus.sources
  ) throws -> URL {
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { sources.appending(path: $0) }
    let recipe = ProgramRecipe(
      name: name, files: files,
      options: [optimization, "-g", "-swift-version", "5", "-suppress-warnings"]
        + options + ["-module-name", name])
    return URL(fileURLWithPath: try ProgramStore.executable(of: recipe))
  }

  /// Returns the name of each case, and whether it leaks.
  static func cases(of program: URL) throws -> [(name: String, leaks: Bool)] {
    try run(program, []).output.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t")
      return (String(fields[1]), fields[0] == "leaks")
    }
  }

  /// Runs a program.
  static func run(_ program: URL, _ arguments: [String]) throws -> Subprocess.Result {
    try Subprocess.run(program.path, arguments)
  }
}
