/// An error that reports an invalid suppression pattern.
package struct SuppressionError: Error, Equatable, CustomStringConvertible {
  package enum Problem: Sendable {
    /// The line is not UTF-8 text, or contains control characters.
    case notText
    case tooLong
    case matchesEverything
  }

  /// The line in the file, counted from 1; `nil` for a pattern from the command line.
  package var line: Int?
  package var problem: Problem

  init(line: Int? = nil, problem: Problem) {
    self.line = line
    self.problem = problem
  }

  package var description: String {
    let text =
      switch problem {
      case .notText: "the line is not UTF-8 text, or contains control characters"
      case .tooLong: "the line is longer than 4,096 bytes, the maximum length of a pattern"
      case .matchesEverything:
        "a pattern of '*' alone would suppress every finding; use --fail-on none"
      }
    return line.map { "line \($0): \(text)" } ?? text
  }
}
