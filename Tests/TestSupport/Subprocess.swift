package import Foundation

/// A program that a test runs.
package enum Subprocess {
  package struct Result {
    package var status: Int32
    package var output: String
    package var errors: String
  }

  /// Runs a program with its output and errors caught in files, which cannot fill up.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked for in `PATH`.
  ///   - folder: The folder that it is run in; `nil` for the current one.
  package static func run(
    _ program: String, _ arguments: [String], folder: URL? = nil
  ) throws -> Result {
    let files = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let (output, errors) = (files.appending(path: "out"), files.appending(path: "err"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    let isPath = program.hasPrefix("/")
    process.executableURL = URL(filePath: isPath ? program : "/usr/bin/env")
    process.arguments = isPath ? arguments : [program] + arguments
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
