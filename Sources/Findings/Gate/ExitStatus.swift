/// The exit statuses of the command `leakcheck`.
package enum ExitStatus {
  /// No finding fails the CI gate.
  package static let clean: Int32 = 0
  /// At least one finding, or a failed matrix cell without a finding, fails the CI gate.
  package static let findings: Int32 = 1
  /// The command line, the configuration file, or a file that one of them names is invalid.
  package static let usageError: Int32 = 2
  /// The analysis failed or may have missed a leak.
  package static let inconclusive: Int32 = 3
  /// The program under analysis itself failed.
  package static let programFailed: Int32 = 4
}

extension LeakReport.Verdict {
  /// The exit status of a run with this verdict.
  package var exitStatus: Int32 {
    switch self {
    case .clean: ExitStatus.clean
    case .leaking: ExitStatus.findings
    case .inconclusive: ExitStatus.inconclusive
    case .failed: ExitStatus.programFailed
    }
  }
}
