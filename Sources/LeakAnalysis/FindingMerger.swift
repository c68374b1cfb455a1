import Findings
import OwnershipGraph

/// Collects findings and merges those with the same fingerprint.
struct FindingMerger {
  private(set) var findings: [Finding] = []
  /// By fingerprint, for the findings whose break can be executed.
  private(set) var targets: [String: BreakTarget] = [:]
  private var indexOf: [String: Int] = [:]

  /// The locations of findings that are shown as one.
  private static let maxLocations = 12

  /// Adds a finding, or counts it with the one that has its fingerprint.
  ///
  /// - Parameters:
  ///   - count: The number of leaks that the finding stands for.
  ///   - target: What it takes to execute its break.
  mutating func add(_ finding: Finding, count: Int, target: BreakTarget? = nil) {
    var finding = finding
    finding.count(occurrences: count)
    guard let index = indexOf[finding.fingerprint] else {
      indexOf[finding.fingerprint] = findings.count
      findings.append(finding)
      targets[finding.fingerprint] = target
      return
    }
    let known = findings[index]
    let totals = known.totals(with: finding)
    // Which of them comes first depends on addresses; what is shown does not.
    if Self.sites(finding).lexicographicallyPrecedes(Self.sites(known)) {
      findings[index] = finding
      targets[finding.fingerprint] = target
    }
    for merged in [known, finding] { findings[index].graph.addMissingTypes(behind: merged.graph) }
    findings[index].locations += Self.further([known, finding], beside: findings[index])
    findings[index].occurrences = known.occurrences + count
    findings[index].totals = totals
    // One of them that is proven proves that there is such a cycle, whatever leads to another.
    let isProven = [known, finding].contains { $0.confidence == .proven }
    findings[index].confidence = isProven ? .proven : known.confidence
  }

  /// The allocation stacks of a finding's objects.
  private static func sites(_ finding: Finding) -> [StackFrame] {
    finding.graph.nodes.flatMap(\.allocation)
  }

  /// The locations of merged findings that the one shown does not have.
  private static func further(_ all: [Finding], beside shown: Finding) -> [SourceLocation] {
    let room = max(0, maxLocations - shown.locations.count)
    let locations = Set(all.flatMap(\.locations)).subtracting(shown.locations)
    return Array(locations.sorted().prefix(room))
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
