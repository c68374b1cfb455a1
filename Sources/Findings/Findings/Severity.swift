/// How much a finding matters, decided once for every output.
///
/// Marks, colours, SARIF levels, annotations, JUnit outcomes, the exit status and the last
/// line all follow from it.
package enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  /// Expected: a control shows it, a baseline knows it, or only a library's authors can fix it.
  case note
  /// Reported, but not gated.
  case warning
  /// Gated: the run fails.
  case error

  package static func < (left: Self, right: Self) -> Bool {
    order(of: left) < order(of: right)
  }

  private static func order(of severity: Self) -> Int {
    switch severity {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
