import Foundation

/// A child process with a deadline. Its output is collected in files.
struct Command: Sendable {
  struct Result: Sendable {
    var status: Int32
    var wasKilled: Bool
    var output: String
    var errors: String

    /// A Boolean value indicating whether the deadline passed.
    var timedOut: Bool { status == 124 || status == 137 || wasKilled && status == SIGKILL }
  }

  var words: [String]
  var seconds: Double

  /// Runs the command and waits until it ends.
  func run(in folder: URL) throws -> Result {
    let name = UUID().uuidString
    let (out, err) = (
      folder.appending(path: "\(name).out"), folder.appending(path: "\(name).err")
    )
    for file in [out, err] { try Data().write(to: file) }
    defer { for file in [out, err] { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["-k", "5", "\(seconds)"] + words
    // The compiler writes some files of a module to the current folder.
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: try Data(contentsOf: out), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }
}
