import Foundation
import TestSupport
import Testing

/// A program whose cases leak or do not leak. It is a package in a neighboring folder, which the
/// tests compile.
enum Corpus {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus/Sources/corpus")

  /// The installed command that `LEAKCHECK_TOOL` names. If the variable is not set, the command of
  /// the same build, which is in the folder of the test bundle.
  static let leakcheck =
    ProcessInfo.processInfo.environment["LEAKCHECK_TOOL"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "leakcheck")

  /// Returns a program that is compiled from the files in a folder. The program and the module have
  /// the name of the folder.
  static func program(
    _ optimization: String, options: [String] = [], sources: URL = Corpus.sources
  ) throws -> URL {
    let name = sources.lastPathComponent
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { sources.appending(path: $0) }
    let compiled = try Compilation(
      with: ["swiftc", optimization, "-g", "-swift-version", "5", "-suppress-warnings"]
        + options + ["-module-name", name] + files.map(\.path) + ["-o", name],
      reading: files
    ).outcome()
    return compiled.folder.appending(path: name)
  }

  /// Returns the names of the cases, and for each whether it leaks.
  static func cases(of program: URL) throws -> [(name: String, leaks: Bool)] {
    try run(program, []).output.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t")
      return (String(fields[1]), fields[0] == "leaks")
    }
  }

  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a program. Its output and errors go to files, because a full pipe would block it.
  static func run(_ program: URL, _ arguments: [String]) throws -> Result {
    let files = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let (output, errors) = (files.appending(path: "out"), files.appending(path: "err"))
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

/// Runs `body` with a temporary folder.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
