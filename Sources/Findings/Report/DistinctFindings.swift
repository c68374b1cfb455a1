/// Findings in order of discovery, one for each fingerprint.
package struct DistinctFindings {
  package private(set) var findings: [Finding] = []
  private var indexOf: [String: Int] = [:]

  package init() {}

  /// Adds a finding, or merges it with the one that has its fingerprint.
  ///
  /// - Parameters:
  ///   - finding: The finding that was made.
  ///   - merge: Changes the known finding by the one that was made. The fingerprint stays.
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
