extension LeakReport {
  /// The overall result of the run, which determines the exit status.
  package enum Verdict: String, Codable, Sendable {
    case clean, leaking, inconclusive
  }
}
