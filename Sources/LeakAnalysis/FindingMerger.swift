import Findings
import OwnershipGraph

/// A type that collects findings and merges those with the same fingerprint.
struct FindingMerger {
  private var distinct = DistinctFindings()
  /// For each fingerprint, the objects and stored references that are needed to try the suggested
  /// break. Findings without a suggested break have no entry.
  private(set) var targets: [String: BreakTarget] = [:]

  /// The maximum number of leaks that are kept separately for each fingerprint.
  private static let maxOccurrences = 8
  /// For each fingerprint, the first leaks that were added. They are kept as they were before the
  /// merge.
  private var kept: [String: [LeakOccurrence]] = [:]

  /// For each fingerprint, the finding that is shown, as it was before the merge.
  private var shown: [String: Finding] = [:]

  /// For each fingerprint, the locations of all findings that were merged.
  private var locations: [String: Set<SourceLocation>] = [:]

  var findings: [Finding] {
    distinct.findings.map { finding in
      var finding = finding
      let known = locations[finding.fingerprint] ?? []
      finding.moreLocations = known.subtracting(finding.locations).count
      return finding
    }
  }

  /// Returns all leaks that a finding represents; an empty array if some of them were not kept.
  func occurrences(of finding: Finding) -> [LeakOccurrence] {
    let leaks = kept[finding.fingerprint] ?? []
    return leaks.count == finding.occurrences ? leaks : []
  }

  /// The number of locations up to which a merge adds locations to a finding.
  private static let maxLocations = 12

  /// Adds a finding, or merges it with the known finding that has the same fingerprint.
  ///
  /// - Parameters:
  ///   - count: The number of leaks that the finding represents.
  ///   - target: The objects and stored references that are needed to try the suggested break.
  mutating func add(_ finding: Finding, count: Int, target: BreakTarget? = nil) {
    var finding = finding
    finding.count(occurrences: count)
    guard merge(finding, target) else { return }
    keep(finding, target)
  }

  /// Keeps the locations and the objects of a finding.
  private mutating func keep(_ finding: Finding, _ target: BreakTarget?) {
    locations[finding.fingerprint, default: []].formUnion(finding.locations)
    if let target, kept[finding.fingerprint, default: []].count < Self.maxOccurrences {
      kept[finding.fingerprint, default: []].append(
        LeakOccurrence(finding: finding, target: target))
    }
  }

  /// - Returns: Whether the finding is kept.
  private mutating func merge(_ finding: Finding, _ target: BreakTarget?) -> Bool {
    var isShown = true
    let shownBefore = shown[finding.fingerprint]
    let effect = distinct.add(finding) { known, finding in
      // If one of the merged cycles is proven to leak, the finding is proven, even if other cycles
      // have additional owners.
      let isProven = [known, finding].contains { $0.confidence == .proven }
      let confidence = isProven ? .proven : known.confidence
      isShown = Self.precedes(finding, shownBefore ?? known)
      known = isShown ? Self.merged(finding, with: known) : Self.merged(known, with: finding)
      known.confidence = confidence
    }
    if effect == .omitted { return false }
    if effect == .replaced {
      (locations[finding.fingerprint], kept[finding.fingerprint]) = (nil, nil)
    }
    if isShown {
      shown[finding.fingerprint] = finding
      targets[finding.fingerprint] = target
    }
    return true
  }

  /// Returns whether a finding is shown instead of another finding with the same fingerprint.
  ///
  /// A finding about the program's own code is preferred, then a finding that needs more edits:
  /// these edits usually fix the other finding as well. Then a finding with objects of more types
  /// is preferred: it shows the references to objects that the other finding lacks. If these are
  /// equal, the allocation stacks and the names of the types are compared. The choice must not
  /// depend on the order of discovery, which depends on addresses.
  private static func precedes(_ finding: Finding, _ other: Finding) -> Bool {
    guard finding.involvesProgram == other.involvesProgram else { return finding.involvesProgram }
    let (ownEdits, otherEdits) = (edits(of: finding).count, edits(of: other).count)
    guard ownEdits == otherEdits else { return ownEdits > otherEdits }
    let (ownTypes, otherTypes) = (types(of: finding), types(of: other))
    guard ownTypes.count == otherTypes.count else { return ownTypes.count > otherTypes.count }
    let (ownSites, otherSites) = (sites(finding), sites(other))
    guard ownSites == otherSites else { return ownSites.lexicographicallyPrecedes(otherSites) }
    return ownTypes.sorted().lexicographicallyPrecedes(otherTypes.sorted())
  }

  /// Returns the type of the owner and the label of each reference to break.
  private static func edits(of finding: Finding) -> Set<[String]> {
    Set(
      finding.advisedBreaks.map { index in
        let reference = finding.graph.references[index]
        return [finding.graph.nodes[reference.from].qualifiedType, reference.label]
      })
  }

  /// Returns the types of a finding's objects.
  private static func types(of finding: Finding) -> Set<String> {
    Set(finding.graph.nodes.lazy.filter { $0.role != .context }.map(\.qualifiedType))
  }

  /// Returns `shown` with the locations and types that only `other` contains, and with the
  /// occurrences and totals of both.
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

  /// Returns the locations of `other` that `shown` lacks, as many as ``maxLocations`` permits.
  private static func further(_ other: Finding, beside shown: Finding) -> [SourceLocation] {
    let room = max(0, maxLocations - shown.locations.count)
    return Array(Set(other.locations).subtracting(shown.locations).sorted().prefix(room))
  }
}

extension ObjectGraph {
  /// Adds objects that the other finding's cycle keeps alive: one object for each type that this
  /// graph lacks. The report then contains every leaked type. The shown occurrence does not contain
  /// these objects, so they have no references, and their role is `context`.
  fileprivate mutating func addMissingTypes(behind other: ObjectGraph) {
    var types = Set(nodes.map(\.qualifiedType))
    var names = Set(nodes.map(\.id))
    let behind = other.nodes.indices.filter {
      other.nodes[$0].role == .behind || other.belongsToOtherOccurrence($0)
    }
    for node in behind.map({ other.nodes[$0] }) where !types.contains(node.qualifiedType) {
      types.insert(node.qualifiedType)
      var added = node
      added.role = .context
      // Types of different modules may have the same short name.
      var number = 1
      while !names.insert(added.id).inserted {
        number += 1
        added.id = "\(node.type)#\(number)"
      }
      nodes.append(added)
    }
  }
}
