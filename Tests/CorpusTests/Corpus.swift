import Foundation
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

  /// Compiles the files in a folder to a program whose file name is also the module name.
  static func compile(
    _ optimization: String, options: [String] = [], to program: URL,
    sources: URL = Corpus.sources
  ) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map { sources.appending(path: $0).path }
    let result = try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["swiftc", optimization, "-g", "-swift-version", "5", "-suppress-warnings"]
        + options + ["-module-name", program.lastPathComponent] + files + ["-o", program.path],
      // When the compiler uses several threads, it also writes a module to the current folder.
      folder: program.deletingLastPathComponent())
    try #require(result.status == 0, "\(result.errors)")
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
  ///
  /// - Parameter folder: The working directory of the program, or `nil` for the current one.
  static func run(_ program: URL, _ arguments: [String], folder: URL? = nil) throws -> Result {
    let files = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let (output, errors) = (files.appending(path: "out"), files.appending(path: "err"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
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
