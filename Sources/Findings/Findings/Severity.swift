/// The importance of a finding, which is the same in every output format.
///
/// Marks, colors, SARIF levels, annotations, JUnit outcomes, the exit status and the last line of
/// a report depend on the severity.
package enum Severity: String, Codable, Sendable, CaseIterable, Comparable {
  /// The finding is expected (a test's known leak), is in the baseline, or can be fixed only by a
  /// library's authors.
  case note
  /// The finding is reported, but does not fail the CI gate.
  case warning
  /// The finding fails the CI gate.
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
