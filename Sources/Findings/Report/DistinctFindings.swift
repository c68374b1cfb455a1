/// Findings in order of discovery, one for each fingerprint.
package struct DistinctFindings {
  package private(set) var findings: [Finding] = []
  private var indexOf: [String: Int] = [:]

  package init() {}

  /// Adds a finding, or merges it with the known finding that has the same fingerprint.
  ///
  /// - Parameters:
  ///   - finding: The new finding.
  ///   - merge: A closure that updates the known finding. It must not change the fingerprint.
  package mutating func add(
    _ finding: Finding, merge: (_ known: inout Finding, _ finding: Finding) -> Void
  ) {
    if let index = indexOf[finding.fingerprint] {
      merge(&findings[index], finding)
    } else {
      indexOf[finding.fingerprint] = findings.count
      findings.append(finding)
    }
  }

  /// Changes each of the findings.
  package mutating func update(_ change: (inout Finding) -> Void) {
    for index in findings.indices { change(&findings[index]) }
  }
}
