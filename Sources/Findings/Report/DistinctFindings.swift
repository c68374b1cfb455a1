/// Findings in order of discovery, one for each fingerprint.
package struct DistinctFindings {
  package private(set) var findings: [Finding] = []
  private var indexOf: [String: Int] = [:]

  package init() {}

  /// The effect of adding a finding.
  package enum Effect {
    /// The finding was added, because it is the first with its fingerprint.
    case added
    /// The earlier finding with the same fingerprint was updated.
    case merged
    /// The finding replaced the earlier finding, which is a leak of a library of the toolchain.
    case replaced
    /// The finding is a leak of a library of the toolchain, and the earlier finding is not.
    case omitted
  }

  /// Adds a finding, or merges it with the earlier finding that has the same fingerprint.
  ///
  /// If exactly one of the two findings is a leak of a library of the toolchain, they are not
  /// merged. Only the other one, which is a leak of the program, is kept.
  ///
  /// - Parameters:
  ///   - finding: The new finding.
  ///   - merge: A closure that updates the earlier finding. It must not change the fingerprint.
  @discardableResult
  package mutating func add(
    _ finding: Finding, merge: (_ known: inout Finding, _ finding: Finding) -> Void
  ) -> Effect {
    guard let index = indexOf[finding.fingerprint] else {
      indexOf[finding.fingerprint] = findings.count
      findings.append(finding)
      return .added
    }
    switch (findings[index].isKnownLibraryLeak, finding.isKnownLibraryLeak) {
    case (true, false):
      findings[index] = finding
      return .replaced
    case (false, true):
      return .omitted
    default:
      merge(&findings[index], finding)
      return .merged
    }
  }

  /// Changes each of the findings.
  package mutating func update(_ change: (inout Finding) -> Void) {
    for index in findings.indices { change(&findings[index]) }
  }
}
