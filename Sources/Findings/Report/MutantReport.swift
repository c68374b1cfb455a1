/// The result of the matrix for one planted mistake.
package struct MutantReport: Hashable, Codable, Sendable {
  package var name: String
  /// The description of the mistake, in one sentence.
  package var summary: String
  package var isCaught: Bool
  /// The endings of subscriptions, such as `dispose`, that have a failed cell, in matrix order.
  package var endings: [String]
  package var fingerprints: [String]
  /// The reason why the mistake was not caught, in one clause; empty if it was caught.
  package var reason: String

  package init(
    name: String, summary: String, isCaught: Bool, endings: [String] = [],
    fingerprints: [String] = [], reason: String = ""
  ) {
    self.name = name
    self.summary = summary
    self.isCaught = isCaught
    self.endings = endings
    self.fingerprints = fingerprints
    self.reason = reason
  }
}
