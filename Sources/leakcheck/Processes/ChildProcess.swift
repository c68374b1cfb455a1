import Foundation
import HeapWalking

/// A type that runs a program until the program ends or a timeout expires.
enum ChildProcess {
  /// The reason why a child process failed.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case notStarted(String)
    case timedOut
    case signal(Int32)
    case status(Int32)

    var description: String {
      switch self {
      case .notStarted(let cause): "it could not be started: \(cause)"
      case .timedOut: "it exceeded its time limit"
      case .signal(let number): "it \(SignalName.ending(by: number))"
      case .status(let status): "it ended with status \(status)"
      }
    }
  }

  /// Runs a program and returns its standard output.
  ///
  /// - Parameters:
  ///   - input: The program's standard input.
  ///   - errors: The destination of the program's standard error, which is discarded by default.
  ///   - timeout: The timeout in seconds, after which the program is killed.
  static func output(
    of executable: URL, arguments: [String], input: Data = Data(),
    errors: FileHandle = .nullDevice, timeout: TimeInterval
  ) throws(Failure) -> Data {
    let (data, failure) = run(
      executable, arguments: arguments, input: input, errors: errors, timeout: timeout)
    if let failure { throw failure }
    return data
  }

  /// Runs a program, and returns its standard output and the reason why it failed. The reason is
  /// `nil` if the program succeeded. If it failed, the output contains the bytes that it wrote
  /// before the failure.
  ///
  /// - Parameter environment: Environment variables, in addition to those of this process.
  static func run(
    _ executable: URL, arguments: [String], input: Data = Data(), errors: FileHandle,
    environment: [String: String] = [:], timeout: TimeInterval
  ) -> (output: Data, failure: Failure?) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = Parent.environment.merging(environment) { $1 }
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = errors
    do {
      try process.run()
    } catch {
      return (Data(), .notStarted(error.localizedDescription))
    }
    let deadline = Deadline(killing: process, after: timeout)
    stdin.fileHandleForWriting.write(input)
    try? stdin.fileHandleForWriting.close()
    let data = stdout.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if deadline.cancel() { return (data, .timedOut) }
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { return (data, .signal(status)) }
    return (data, status == 0 ? nil : .status(status))
  }
}
