/// A common mistake that causes leaks.
///
/// A ``Rule`` names the kind of a finding. A cause describes the mistake in the code and its fix,
/// and is recognized by the finding's `FindingShape`. To add a cause, define it in an extension in
/// this folder and add it to ``allCases`` in Cause+All.swift.
package struct Cause: Sendable {
  /// The kind of findings that a cause applies to. The cases for cycles exclude over-retained
  /// objects: if such an object is in a cycle, the cycle is a finding of its own.
  enum Scope {
    case cycles, cyclesWithoutSubscription, all

    func includes(_ shape: FindingShape) -> Bool {
      switch self {
      case .cycles: shape.isCycle && shape.finding.rule != .overRetained
      case .cyclesWithoutSubscription: Self.cycles.includes(shape) && !shape.hasSubscription
      case .all: true
      }
    }
  }

  /// The name in reports, baselines and SARIF rules.
  package let rawValue: String
  /// The description of the mistake, in one sentence.
  package let summary: String
  /// The fix, in one or two sentences.
  package let fix: String
  private let scope: Scope
  private let matches: @Sendable (FindingShape) -> Bool

  init(
    _ name: String, in scope: Scope = .all, summary: String, fix: String,
    matches: @escaping @Sendable (FindingShape) -> Bool
  ) {
    rawValue = name
    self.scope = scope
    self.summary = summary
    self.fix = fix
    self.matches = matches
  }

  /// Creates the cause of a finding: the first in ``allCases`` that recognizes its shape; `nil` if
  /// none does.
  ///
  /// - Complexity: At most O(*n* · *e*) for *n* objects and *e* references, for each cause and each
  ///   pair of captures.
  package init?(of finding: Finding, origins: CodeOrigins = CodeOrigins()) {
    let shape = FindingShape(of: finding, origins: origins)
    guard let cause = Self.allCases.first(where: { $0.scope.includes(shape) && $0.matches(shape) })
    else { return nil }
    self = cause
  }
}

extension Cause: RawRepresentable, Codable, Hashable {
  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Creates the cause with the given name; `nil` if there is none.
  package init?(rawValue: String) {
    guard let cause = Self.byName[rawValue] else { return nil }
    self = cause
  }
}
