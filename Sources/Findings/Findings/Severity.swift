/// The importance of a finding, decided once for every output.
///
/// Marks, colors, SARIF levels, annotations, JUnit outcomes, the exit status and the last line of
/// a report depend on the severity.
package enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  /// Required by a control, in the baseline, or fixable only by a library's authors.
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
