import Foundation
import Scenarios

/// A child process, `leakcheck attempt`, that runs matrix cells with one generated mutant after
/// another.
///
/// Use each instance on only one thread.
final class AttemptWorker {
  /// The time limit for one mutant, in seconds: a constant, and an addition for each cell.
  private static let (timeout, timeoutPerCell) = (100.0, 0.1)

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var buffer = Data()

  init(executable: URL) throws {
    process.executableURL = executable
    process.arguments = [Subcommand.attempt.rawValue]
    // A mutant may crash the process. Printing a backtrace would take longer than running the
    // cells, and the backtrace is not used.
    process.environment = Parent.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Runs cells with a mutant. After the first cell that does not pass, only a few more cells run.
  ///
  /// - Parameter cells: The matrix indices of the cells.
  /// - Returns: The outcome; `nil` if the process cannot continue.
  func attempt(_ mutant: GeneratedMutant, cells: [Int]) -> Attempt? {
    let deadline = Deadline(
      killing: process, after: Self.timeout + Self.timeoutPerCell * Double(cells.count))
    defer { _ = deadline.cancel() }
    let job = ([mutant.number] + cells).map(String.init).joined(separator: " ") + "\n"
    guard (try? input.fileHandleForWriting.write(contentsOf: Data(job.utf8))) != nil else {
      return nil
    }
    var lines: [String] = []
    while let line = readLine() {
      if line == "done" { return Attempt(mutant, answer: lines) }
      if line == "failed" { return nil }
      lines.append(line)
    }
    return nil
  }

  /// Ends the process.
  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Returns the next line without its line feed; `nil` at the end of the output.
  private func readLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = Data(buffer[(end + 1)...]) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      buffer += data
    }
  }
}
