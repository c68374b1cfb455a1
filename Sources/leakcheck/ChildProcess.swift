import Foundation

/// A program run to its end or to the end of our patience.
enum ChildProcess {
  /// Why a child gave no output.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case notStarted(String)
    case timedOut
    case signal(Int32)
    case status(Int32)

    var description: String {
      switch self {
      case .notStarted(let cause): "it could not be started: \(cause)"
      case .timedOut: "it ran out of time"
      case .signal(let number): "it crashed with signal \(number)"
      case .status(let status): "it ended with status \(status)"
      }
    }
  }

  /// What the program writes to standard output.
  ///
  /// - Parameters:
  ///   - input: What it gets on standard input.
  ///   - errors: Where its standard error goes; dropped where nothing is said.
  ///   - patience: After so many seconds it is killed.
  static func output(
    of executable: URL, arguments: [String], input: Data = Data(),
    errors: FileHandle = .nullDevice, patience: TimeInterval
  ) throws(Failure) -> Data {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = Parent.environment
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw .notStarted(error.localizedDescription)
    }
    let deadline = Deadline(killing: process, after: patience)
    stdin.fileHandleForWriting.write(input)
    try? stdin.fileHandleForWriting.close()
    let data = stdout.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if deadline.cancel() { throw .timedOut }
    if process.terminationReason == .uncaughtSignal { throw .signal(process.terminationStatus) }
    if process.terminationStatus != 0 { throw .status(process.terminationStatus) }
    return data
  }
}
