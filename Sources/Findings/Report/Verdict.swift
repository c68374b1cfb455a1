extension LeakReport {
  /// The overall result of the run, which determines the exit status.
  package enum Verdict: String, Codable, Sendable {
    /// No finding fails the CI gate.
    case clean
    /// At least one finding, or a failed matrix cell without a finding, fails the CI gate.
    case leaking
    /// No finding fails the CI gate, but the analysis may have missed one.
    case inconclusive
    /// No finding fails the CI gate, but the program failed, and may not have run the code that
    /// leaks.
    case failed
  }
}
