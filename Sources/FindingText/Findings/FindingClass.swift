package import Findings

/// Findings that are shown together. The first is shown in full, the others by name.
///
/// Expected findings, which are known leaks of tests, form a class if they have the same cause,
/// remain after the same endings of a subscription, and have the same cycle or, without a cycle,
/// the same roots. Their sources and operators may differ.
///
/// New findings form a class if the same endings fail to clear the same references of the cycle. A
/// reference counts only if another ending clears it. If there is no such reference, the references
/// to break are compared instead. Every other finding is a class by itself, and so is every finding
/// in a program.
package struct FindingClass {
  /// The properties that all findings of a class share.
  fileprivate struct Key: Hashable {
    var status: Finding.Status
    var cause: String
    var subject: String
    var endings: [String]
  }

  /// The finding that is shown in full.
  package private(set) var first: Finding
  package private(set) var others: [Finding] = []

  package var members: [Finding] { [first] + others }

  init(of finding: Finding) { first = finding }

  /// Returns findings grouped into classes, which are in order of first appearance.
  ///
  /// - Parameter core: The finding that is shown first in its class.
  static func classes(
    of findings: [Finding], in cells: CellIndex, core: Finding?
  ) -> [FindingClass] {
    var classes: [FindingClass] = []
    var positions: [Key: Int] = [:]
    for finding in findings {
      let key = Key(of: finding, in: cells)
      if let key, let position = positions[key] {
        classes[position].add(finding, asFirst: finding.fingerprint == core?.fingerprint)
      } else {
        if let key { positions[key] = classes.count }
        classes.append(FindingClass(of: finding))
      }
    }
    return classes
  }

  private mutating func add(_ finding: Finding, asFirst isFirst: Bool) {
    if isFirst {
      others.insert(first, at: 0)
      first = finding
    } else {
      others.append(finding)
    }
  }
}

extension FindingClass.Key {
  /// - Returns: `nil` for a finding that forms its own class.
  fileprivate init?(of finding: Finding, in cells: CellIndex) {
    guard !finding.cells.isEmpty else { return nil }
    let endings = FindingEndings(of: finding, in: cells)
    switch finding.status {
    case .expected:
      self.init(
        status: finding.status, cause: ReportVocabulary.causeName(of: finding),
        subject: finding.rule.isCycle
          ? finding.title : finding.roots.joined(separator: ", "),
        endings: endings.leftBy)
    case .new:
      let slots = endings.uncut.isEmpty ? Self.breaks(of: finding) : endings.uncut
      guard !slots.isEmpty else { return nil }
      self.init(
        status: finding.status, cause: "",
        subject: slots.map(\.description).sorted().joined(separator: ", "),
        endings: endings.faulty)
    default: return nil
    }
  }

  private static func breaks(of finding: Finding) -> [FindingEndings.Slot] {
    let graph = finding.graph
    return finding.markedBreaks.map { FindingEndings.Slot(graph.references[$0], in: graph) }
      .uniqued()
  }
}
