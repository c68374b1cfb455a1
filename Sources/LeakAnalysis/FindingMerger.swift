import Findings
import OwnershipGraph

/// A type that collects findings and merges those with the same fingerprint.
struct FindingMerger {
  private var distinct = DistinctFindings()
  /// The targets of findings whose break can be executed, by fingerprint.
  private(set) var targets: [String: BreakTarget] = [:]

  /// The maximum number of leaks with one fingerprint that are kept separately.
  private static let maxOccurrences = 8
  /// The first leaks with each fingerprint, before they were merged.
  private var kept: [String: [LeakOccurrence]] = [:]

  /// All locations of the findings that were merged, by fingerprint.
  private var locations: [String: Set<SourceLocation>] = [:]

  var findings: [Finding] {
    distinct.findings.map { finding in
      var finding = finding
      let known = locations[finding.fingerprint] ?? []
      finding.moreLocations = known.subtracting(finding.locations).count
      return finding
    }
  }

  /// Returns all leaks that a finding represents; an empty array if not all were kept.
  func occurrences(of finding: Finding) -> [LeakOccurrence] {
    let leaks = kept[finding.fingerprint] ?? []
    return leaks.count == finding.occurrences ? leaks : []
  }

  /// The maximum number of locations of a merged finding.
  private static let maxLocations = 12

  /// Adds a finding, or merges it with the known finding that has the same fingerprint.
  ///
  /// - Parameters:
  ///   - count: The number of leaks that the finding represents.
  ///   - target: The objects and references for executing the finding's break.
  mutating func add(_ finding: Finding, count: Int, target: BreakTarget? = nil) {
    var finding = finding
    finding.count(occurrences: count)
    locations[finding.fingerprint, default: []].formUnion(finding.locations)
    if let target, kept[finding.fingerprint, default: []].count < Self.maxOccurrences {
      kept[finding.fingerprint, default: []].append(
        LeakOccurrence(finding: finding, target: target))
    }
    var isShown = true
    distinct.add(finding) { known, finding in
      // One proven cycle proves that cycles of this shape leak, even if other cycles have further
      // owners.
      let isProven = [known, finding].contains { $0.confidence == .proven }
      let confidence = isProven ? .proven : known.confidence
      isShown = Self.precedes(finding, known)
      known = isShown ? Self.merged(finding, with: known) : Self.merged(known, with: finding)
      known.confidence = confidence
    }
    if isShown { targets[finding.fingerprint] = target }
  }

  /// Returns whether a finding is shown instead of another finding with the same fingerprint.
  ///
  /// The choice does not depend on the order of discovery, because that order depends on addresses.
  private static func precedes(_ finding: Finding, _ other: Finding) -> Bool {
    sites(finding).lexicographicallyPrecedes(sites(other))
  }

  /// Returns the shown finding with the locations and types that another finding adds.
  private static func merged(_ shown: Finding, with other: Finding) -> Finding {
    var merged = shown
    merged.graph.addMissingTypes(behind: other.graph)
    merged.locations += further(other, beside: shown)
    merged.occurrences = shown.occurrences + other.occurrences
    merged.totals = shown.totals(with: other)
    return merged
  }

  /// Returns the frames of the allocation stacks of a finding's objects.
  private static func sites(_ finding: Finding) -> [StackFrame] {
    finding.graph.nodes.flatMap(\.allocation)
  }

  /// Returns the locations of a finding that are not locations of the shown finding, as far as the
  /// maximum number permits.
  private static func further(_ other: Finding, beside shown: Finding) -> [SourceLocation] {
    let room = max(0, maxLocations - shown.locations.count)
    return Array(Set(other.locations).subtracting(shown.locations).sorted().prefix(room))
  }
}

extension ObjectGraph {
  /// Adds an object for each type that is behind another cycle of the same shape and not in this
  /// graph, so that the report contains every leaked type.
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
