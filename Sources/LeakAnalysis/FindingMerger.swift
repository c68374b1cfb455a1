import Findings
import OwnershipGraph

/// Collects findings and merges those with the same fingerprint.
struct FindingMerger {
  private var distinct = DistinctFindings()
  /// By fingerprint, for the findings whose break can be executed.
  private(set) var targets: [String: BreakTarget] = [:]

  var findings: [Finding] { distinct.findings }

  /// The maximum number of locations of findings that are shown as one.
  private static let maxLocations = 12

  /// Adds a finding, or counts it with the one that has its fingerprint.
  ///
  /// - Parameters:
  ///   - count: The number of leaks that the finding stands for.
  ///   - target: The objects and references that executing its break needs.
  mutating func add(_ finding: Finding, count: Int, target: BreakTarget? = nil) {
    var finding = finding
    finding.count(occurrences: count)
    var isShown = true
    distinct.add(finding) { known, finding in
      // One of them that is proven proves that there is such a cycle, whatever leads to another.
      let isProven = [known, finding].contains { $0.confidence == .proven }
      let confidence = isProven ? .proven : known.confidence
      isShown = Self.precedes(finding, known)
      known = isShown ? Self.merged(finding, with: known) : Self.merged(known, with: finding)
      known.confidence = confidence
    }
    if isShown { targets[finding.fingerprint] = target }
  }

  /// Returns whether a finding is the one of two to show. Which of them is found first depends on
  /// addresses; what is shown does not.
  private static func precedes(_ finding: Finding, _ other: Finding) -> Bool {
    sites(finding).lexicographicallyPrecedes(sites(other))
  }

  /// Returns the finding that is shown with what another one adds to it.
  private static func merged(_ shown: Finding, with other: Finding) -> Finding {
    var merged = shown
    merged.graph.addMissingTypes(behind: other.graph)
    merged.locations += further(other, beside: shown)
    merged.occurrences = shown.occurrences + other.occurrences
    merged.totals = shown.totals(with: other)
    return merged
  }

  /// Returns the allocation stacks of a finding's objects.
  private static func sites(_ finding: Finding) -> [StackFrame] {
    finding.graph.nodes.flatMap(\.allocation)
  }

  /// Returns the locations of a finding that the one shown does not have.
  private static func further(_ other: Finding, beside shown: Finding) -> [SourceLocation] {
    let room = max(0, maxLocations - shown.locations.count)
    return Array(Set(other.locations).subtracting(shown.locations).sorted().prefix(room))
  }
}

extension ObjectGraph {
  /// Adds one object of each type that is behind another cycle of the same shape and not behind
  /// this one, so that every type that leaks is in the report.
  fileprivate mutating func addMissingTypes(behind other: ObjectGraph) {
    var types = Set(nodes.map(\.qualifiedType))
    var names = Set(nodes.map(\.id))
    for node in other.nodes where node.role == .behind && !types.contains(node.qualifiedType) {
      guard names.insert(node.id).inserted else { continue }
      types.insert(node.qualifiedType)
      nodes.append(node)
    }
  }
}
