import Findings
import Foundation
import Reporting
import TestSupport
import Testing

/// The `leakcheck` command, run as users run it.
enum Tool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    var lastLine: Substring { output.split(separator: "\n").last ?? "" }
    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// The command in the folder of the test bundle, which contains the products of the same build.
  static let url = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "leakcheck")

  /// The installed command that `LEAKCHECK_TOOL` names, which is what users run.
  static let installed = ProcessInfo.processInfo.environment["LEAKCHECK_TOOL"]
    .map { URL(fileURLWithPath: $0) }

  /// Runs the command. Its output and errors go to files, because a full pipe would block it.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], input: String? = nil
  ) throws -> Result {
    try run(arguments, of: installed ?? url, environment, input: input)
  }

  /// Runs a program. Its output and errors go to files.
  static func run(
    _ arguments: [String], of executable: URL, _ environment: [String: String] = [:],
    input: String? = nil
  ) throws -> Result {
    try withTemporaryFolder { folder in
      let (output, errors) = (folder.appending(path: "out"), folder.appending(path: "err"))
      for file in [output, errors] {
        try Data().write(to: file)
      }
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      if let input {
        let file = folder.appending(path: "in")
        try Data(input.utf8).write(to: file)
        process.standardInput = try FileHandle(forReadingFrom: file)
      }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try withoutBlockedSignals { try process.run() }
      wait(for: process)
      return Result(
        status: process.terminationStatus,
        output: try String(contentsOf: output, encoding: .utf8),
        errors: try String(contentsOf: errors, encoding: .utf8))
    }
  }

  /// Returns the findings about a program with the given arguments, and the report as text.
  static func findings(
    of program: String, _ arguments: String...
  ) throws -> (findings: [Finding], text: String) {
    try withTemporaryFolder { folder in
      let command = ["exec", "--format", "text,json", "--output", folder.path, "--", program]
      let result = try run(command + arguments)
      let data = try Data(contentsOf: folder.appending(path: "leakcheck.json"))
      let report = try ReportReader.report(from: data, name: "leakcheck.json")
      return (report.findings, result.errors)
    }
  }

  /// Waits until a process ends. A process that takes longer than five minutes is killed, and an
  /// issue is recorded. The time limit of a test would include the time for which the test waits
  /// until other tests have ended.
  private static func wait(for process: Process) {
    let limit = 300.0
    let identifier = process.processIdentifier
    let kill = DispatchWorkItem { Foundation.kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: kill)
    let time = ContinuousClock().measure { process.waitUntilExit() }
    kill.cancel()
    if time >= .seconds(limit) {
      Issue.record("\(process.arguments ?? []) took longer than \(limit) seconds")
    }
  }
}

/// Runs `body` with no signal blocked. Tests run on threads of libdispatch, which block nearly all
/// signals. A process that `body` starts would inherit the blocked signals.
func withoutBlockedSignals<Value>(_ body: () throws -> Value) rethrows -> Value {
  var none = sigset_t()
  var before = sigset_t()
  unsafe sigemptyset(&none)
  unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}

/// Runs `body` with a temporary folder.
func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// The declarations of `waitUntilOthersSleep()` and `suspendUntilOthersSleep()`, with which a
/// program waits until its threads and tasks have done their work.
private let waiting = Result {
  try String(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Verdicts/Sources/verdicts/SleepingThreads.swift"), encoding: .utf8)
}

/// Compiles the main file of a program as users do, and runs `body` with the path of a copy of the
/// program, which is alone in its folder. The program may call `waitUntilOthersSleep()` and
/// `suspendUntilOthersSleep()`.
///
/// - Parameters:
///   - objects: The paths of object files to link.
///   - removingSource: A Boolean value indicating whether the source file is deleted, so that only
///     the debug information names it.
func withCompiledProgram<Value>(
  _ source: String, options: [String], linking objects: [String] = [],
  removingSource: Bool = false, _ body: (String) throws -> Value
) throws -> Value {
  let waits = source.contains("UntilOthersSleep()")
  let compiled = try Compilation(
    of: ["main.swift": waits ? "\(source)\n\(waiting.get())" : source],
    // If the compiler looked for names of libraries in an object, it would write them to a file
    // beside the object.
    with: ["swiftc"] + options + objects.flatMap { ["-Xlinker", $0] }
      + ["main.swift", "-o", "program"],
    reading: objects.map { URL(filePath: $0) }, removesSources: removingSource
  ).outcome()
  return try withTemporaryFolder { folder in
    let program = folder.appending(path: "program")
    try copyExecutable(compiled.file("program"), to: program.path)
    return try body(program.path)
  }
}

/// Compiles a C file, and returns the path of the result.
func compiledC(_ source: String, options: [String], to name: String) throws -> String {
  try Compilation(of: ["code.c": source], with: ["clang"] + options + ["code.c", "-o", name])
    .outcome().file(name)
}

/// Returns the paths of all files below a folder, sorted.
func files(below folder: URL) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    .filter { path in
      let file = URL(fileURLWithPath: folder.appending(path: path).path)
      return try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
    .sorted()
}
