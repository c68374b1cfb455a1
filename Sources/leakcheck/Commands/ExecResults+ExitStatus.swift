import Findings
import Foundation
import HeapWalking

extension ExecResults {
  /// Returns the exit status of the command.
  ///
  /// With `--exit-status program`, this is the status of the program. Without this option, the
  /// status is 3 if the analysis ended the program, and 4 if the program failed. Otherwise, the
  /// verdicts determine the status.
  ///
  /// - Parameter verdicts: The verdicts of all processes, including those that could not be
  ///   examined.
  func exitStatus(of verdicts: [LeakReport.Verdict]) -> Int32 {
    if options.usesProgramStatus, let ending { return ending.shellStatus }
    if isEndedByAnalysis { return ExitStatus.inconclusive }
    if ending?.failure != nil { return ExitStatus.programFailed }
    return verdicts.map(\.exitStatus).max { Self.precedence($0) < Self.precedence($1) }
      ?? ExitStatus.clean
  }

  /// Returns the precedence of an exit status. The status for findings has the highest precedence.
  /// The status for a crash of another followed program precedes the status for a process that was
  /// not examined.
  private static func precedence(_ status: Int32) -> Int32 {
    status == ExitStatus.findings ? .max : status
  }
}

extension SpawnedProgram.Ending {
  /// A description of the program's failure; `nil` if it did not fail. A signal that asks
  /// the program to end is not a failure, and neither is the exit status that reports such a
  /// signal.
  var failure: String? {
    switch self {
    case .status(0), .signal(SIGINT), .signal(SIGTERM), .signal(SIGHUP): nil
    case .status(128 + SIGINT), .status(128 + SIGTERM), .status(128 + SIGHUP): nil
    case .status(let status): "it ended with status \(status)"
    case .signal(let signal): "it \(SignalName.ending(by: signal))"
    }
  }

  /// The status that a shell reports for the program.
  fileprivate var shellStatus: Int32 {
    switch self {
    case .status(let status): status
    case .signal(let signal): 128 + signal
    }
  }
}
