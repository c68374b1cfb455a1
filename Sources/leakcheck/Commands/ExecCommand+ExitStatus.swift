import Findings
import Foundation
import HeapWalking

extension ExecCommand {
  /// Returns the exit status of the command.
  ///
  /// With `--exit-status program`, this is the status of the program. Without this option, the
  /// status is 3 if the analysis ended the program, and 4 if the program failed. Otherwise, the
  /// verdicts determine the status.
  ///
  /// - Parameters:
  ///   - ending: The way in which the program ended.
  ///   - verdicts: The verdicts of all processes that were analyzed.
  ///   - isEndedByAnalysis: A Boolean value indicating whether the analysis ended the program.
  func exitStatus(
    of ending: SpawnedProgram.Ending, _ verdicts: [LeakReport.Verdict], isEndedByAnalysis: Bool
  ) -> Int32 {
    if options.usesProgramStatus { return Self.status(of: ending) }
    if isEndedByAnalysis { return ExitStatus.inconclusive }
    if Self.failure(ending) != nil { return ExitStatus.programFailed }
    return verdicts.map(\.exitStatus).max { Self.precedence($0) < Self.precedence($1) }
      ?? ExitStatus.clean
  }

  /// Returns the precedence of an exit status. The status for findings takes precedence over the
  /// status for a process that could not be analyzed.
  private static func precedence(_ status: Int32) -> Int32 {
    status == ExitStatus.findings ? .max : status
  }

  /// Returns a description of the program's failure; `nil` if it did not fail. A signal that asks
  /// the program to end is not a failure, and neither is the exit status that reports such a
  /// signal.
  static func failure(_ ending: SpawnedProgram.Ending) -> String? {
    switch ending {
    case .status(0), .signal(SIGINT), .signal(SIGTERM), .signal(SIGHUP): nil
    case .status(128 + SIGINT), .status(128 + SIGTERM), .status(128 + SIGHUP): nil
    case .status(let status): "it ended with status \(status)"
    case .signal(let signal): "it crashed with \(SignalName.description(of: signal))"
    }
  }

  /// Returns the status that a shell reports for the program.
  private static func status(of ending: SpawnedProgram.Ending) -> Int32 {
    switch ending {
    case .status(let status): status
    case .signal(let signal): 128 + signal
    }
  }
}
