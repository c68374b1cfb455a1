import Findings
import KnownCode
import OwnershipGraph

/// Builds findings from the results of an analysis of a graph.
struct FindingBuilder {
  private(set) var findings: [Finding] = []
  private let graph: ObjectGraph
  private let parts: Subgraphs
  private let hasFullCoverage: Bool
  private let preference: HostPreference
  private let largestShown: Int

  /// - Parameters:
  ///   - graph: The objects and references to build findings from.
  ///   - hasFullCoverage: Whether all memory of the objects was read by type.
  ///   - libraryModules: The modules whose code a host cannot change, in addition to those of the
  ///     language.
  ///   - largestShown: The number of objects above which a cycle is merged by type.
  init(
    graph: ObjectGraph, hasFullCoverage: Bool, libraryModules: Set<String>,
    largestShown: Int = .max
  ) {
    self.largestShown = largestShown
    self.graph = graph
    parts = Subgraphs(graph: graph)
    self.hasFullCoverage = hasFullCoverage
    preference = HostPreference(
      libraryModules: libraryModules.union(KnownModules.libraries))
  }

  /// Adds a leaked cycle with the objects behind it.
  ///
  /// - Parameters:
  ///   - holders: Objects of other leaked cycles, or behind them, that refer to these.
  ///   - isProvable: Whether nothing except the cycle is known to keep it alive.
  mutating func addCycle(
    members: Set<Int>, behind: Set<Int>, holders: Set<Int> = [], isProvable: Bool = true
  ) {
    var whole = parts.cycle(members: members, behind: behind, holders: holders)
    let confidence = confidence(whole, isProvable)
    whole.removeWordsReadByType()
    let (shown, advised) = advised(whole)
    let breakSet = shown.breakSet(preferring: preference)
    findings.append(
      Finding(
        fingerprint: Fingerprint.ofCycle(in: shown), rule: rule(members, shown),
        confidence: confidence, graph: shown, breakSet: breakSet.references,
        isBreakSetProvenSmallest: breakSet.isProvenSmallest,
        hostBreakSet: Set(advised).sorted(), locations: locations(shown)))
  }

  /// The number of objects above which breaks are ranked in the graph merged by type.
  private static let largestRanked = 5_000

  /// Returns the graph that is shown of a cycle, with the references to break.
  ///
  /// The effect of an edit in a list shows only where each node stands for one object, so breaks
  /// are ranked in the whole graph. A very large one is ranked merged by type nevertheless.
  private func advised(_ whole: ObjectGraph) -> (shown: ObjectGraph, breaks: [Int]) {
    guard whole.nodes.count > largestShown else {
      return (whole, whole.advisedBreaks(preferring: preference))
    }
    let (merged, referenceOf) = whole.mergedByType()
    guard whole.nodes.count <= Self.largestRanked else {
      return (merged, merged.advisedBreaks(preferring: preference))
    }
    return (merged, whole.advisedBreaks(preferring: preference).map { referenceOf[$0] })
  }

  /// Adds objects that declared roots retain.
  mutating func addHeld(_ nodes: Set<Int>, roots: [String]) {
    let part = parts.part(members: [], others: nodes, role: .held)
    findings.append(finding(.heldAfterEnding, part, roots: roots))
  }

  /// Adds objects that a part of the runtime or a system library retains, which the host named.
  mutating func addHeld(_ nodes: Set<Int>, owner: String) {
    let part = parts.part(members: [], others: nodes, role: .held)
    findings.append(finding(.heldByRuntime, part, roots: [owner]))
  }

  /// Adds objects with an unknown owner, a finding for each type in order of the first object.
  mutating func addUnexplained(_ nodes: [Int]) {
    for (_, group) in nodes.groups(by: { graph.nodes[$0].type }) {
      let part = parts.part(members: [], others: Set(group), role: .held)
      findings.append(finding(.unexplainedOwner, part, roots: []))
    }
  }

  /// Adds objects with more retains than references, with what they keep alive.
  mutating func addOverRetained(_ objects: Set<Int>, behind: Set<Int>) {
    var part = parts.part(members: [], others: objects.union(behind), role: .held)
    let shown = objects.union(behind).sorted()
    for (index, node) in shown.enumerated() where !objects.contains(node) {
      part.nodes[index].role = .behind
    }
    let types = objects.sorted().map { graph.nodes[$0].type }
    findings.append(
      Finding(
        fingerprint: Fingerprint.of(rule: .overRetained, types: types, roots: []),
        rule: .overRetained, confidence: .likely, graph: part, locations: locations(part)))
  }

  /// Adds objects that only the runtime retains, with the closures through which it does.
  mutating func addHeldByRuntime(
    _ objects: Set<Int>, closureOwners: Set<Int>, keeper: String
  ) {
    let held = objects.union(parts.functions(between: objects.union(closureOwners)))
    var part = parts.part(members: [], others: held, role: .held)
    if part.nodes.count > largestShown { part = part.mergedByType().graph }
    var found = finding(.heldByRuntime, part, roots: [keeper])
    // What the runtime owns shows as a retain that no reference explains.
    found.confidence = min(found.confidence, .likely)
    findings.append(found)
  }

  private func finding(_ rule: Rule, _ part: ObjectGraph, roots: [String]) -> Finding {
    Finding(
      fingerprint: Fingerprint.of(rule: rule, types: part.nodes.map(\.type), roots: roots),
      rule: rule, confidence: hasFullCoverage ? .proven : .likely, graph: part, roots: roots,
      locations: locations(part))
  }

  private func rule(_ members: Set<Int>, _ part: ObjectGraph) -> Rule {
    if part.nodes.contains(where: { $0.role == .cycle && $0.kind.isClosure }) {
      return .closureCaptureCycle
    }
    return members.map { graph.nodes[$0].count }.reduce(0, +) == 1 ? .selfCycle : .retainCycle
  }

  private func confidence(_ part: ObjectGraph, _ isProvable: Bool) -> Confidence {
    let isScanned = part.cycleReferences().contains { part.references[$0].evidence == .scanned }
    if isScanned { return .scanned }
    return hasFullCoverage && isProvable ? .proven : .likely
  }

  /// Returns the locations of the closures, those in the cycle first, then the allocation sites of
  /// the objects in the cycle or held.
  private func locations(_ part: ObjectGraph) -> [SourceLocation] {
    let inCycle = part.nodes.filter { $0.role == .cycle }.compactMap(\.location)
    let others = part.nodes.filter { $0.role != .cycle }.compactMap(\.location)
    let allocated = part.nodes.filter { $0.role == .cycle || $0.role == .held }
      .compactMap { $0.allocation.first?.location }
    var seen = Set<SourceLocation>()
    return (inCycle + others + allocated).filter { seen.insert($0).inserted }
  }
}
