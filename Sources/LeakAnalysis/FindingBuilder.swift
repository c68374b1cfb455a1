import KnownCode
import Findings
import OwnershipGraph

/// Builds findings from the results of an analysis of a graph.
struct FindingBuilder {
  private(set) var findings: [Finding] = []
  private let graph: ObjectGraph
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
    let closed = members.union(functions(between: members))
    let leaked = closed.union(behind)
    var part = subgraph(
      members: closed, others: leaked.union(functions(between: leaked)).subtracting(closed),
      role: .behind)
    addHolders(holders.subtracting(leaked), of: leaked, to: &part)
    let confidence = confidence(part, isProvable)
    removeWordsSeenByType(from: &part)
    var indices = Array(part.references.indices)
    let whole = part
    if part.nodes.count > largestShown { (part, indices) = part.mergedByType() }
    // The effect of an edit in a list shows only where each node stands for one object. A very
    // large graph is ranked by type nevertheless.
    let isMerged = whole.nodes.count > Self.largestRanked
    let ranked = isMerged ? part : whole
    let advised = ranked.advisedBreaks(preferring: preference)
      .map { isMerged ? $0 : indices[$0] }
    let breakSet = part.breakSet(preferring: preference)
    findings.append(
      Finding(
        fingerprint: Fingerprint.ofCycle(in: part), rule: rule(members, part),
        confidence: confidence, graph: part, breakSet: breakSet.references,
        isBreakSetProvenSmallest: breakSet.isProvenSmallest,
        hostBreakSet: Set(advised).sorted(), locations: locations(part)))
  }

  /// The number of objects above which breaks are ranked in the graph merged by type.
  private static let largestRanked = 5_000

  /// Removes scanned words that are contexts of function values which were read by type: these
  /// functions are objects of their own in the graph.
  private func removeWordsSeenByType(from part: inout ObjectGraph) {
    guard part.references.contains(where: { $0.evidence == .scanned }) else { return }
    var contexts: [Int: [Int]] = [:]
    for reference in part.references where part.nodes[reference.from].kind == .function {
      contexts[reference.from, default: []].append(reference.to)
    }
    var seen = Set<[Int]>()
    for reference in part.references {
      for context in contexts[reference.to] ?? [] { seen.insert([reference.from, context]) }
    }
    part.references.removeAll { $0.evidence == .scanned && seen.contains([$0.from, $0.to]) }
  }

  /// Adds the leaked objects that retain one of these from outside the finding.
  private func addHolders(
    _ holders: Set<Int>, of leaked: Set<Int>, to part: inout ObjectGraph
  ) {
    let ways = functions(between: holders.union(leaked)).filter { function in
      !leaked.contains(function) && !part.nodes.contains { $0.id == graph.nodes[function].id }
    }
    let held = subgraph(members: leaked, others: holders.union(ways), role: .context)
    var indexOf: [String: Int] = [:]
    for (index, node) in part.nodes.enumerated() { indexOf[node.id] = index }
    func index(of node: ObjectGraph.Node) -> Int {
      if let known = indexOf[node.id] { return known }
      part.nodes.append(node)
      indexOf[node.id] = part.nodes.count - 1
      return part.nodes.count - 1
    }
    for reference in held.references where held.nodes[reference.from].role == .context {
      let (from, to) = (held.nodes[reference.from], held.nodes[reference.to])
      guard reference.strength == .strong, to.role != .context || to.kind == .function else {
        continue
      }
      var copy = reference
      (copy.from, copy.to) = (index(of: from), index(of: to))
      part.references.append(copy)
    }
  }

  /// Adds the survivors that declared roots retain, a finding for each set of roots.
  mutating func addHeld(_ survivors: [Survivor]) {
    for (roots, group) in groups(of: survivors, by: \.roots) {
      let part = subgraph(members: [], others: Set(group.map(\.node)), role: .held)
      findings.append(finding(.heldAfterEnding, part, roots: roots))
    }
  }

  /// Adds what the language's runtime or a system library retains, in one finding.
  mutating func addHeldByRuntime(_ nodes: Set<Int>, owner: String) {
    let part = subgraph(members: [], others: nodes, role: .held)
    findings.append(finding(.heldByRuntime, part, roots: [owner]))
  }

  /// Adds the survivors with an undeclared owner, a finding for each type.
  mutating func addUnexplained(_ survivors: [Survivor]) {
    for (_, group) in groups(of: survivors, by: { [graph.nodes[$0.node].type] }) {
      let part = subgraph(members: [], others: Set(group.map(\.node)), role: .held)
      findings.append(finding(.unexplainedOwner, part, roots: []))
    }
  }

  /// Adds objects with more retains than references, with what they keep alive.
  mutating func addOverRetained(_ objects: Set<Int>, behind: Set<Int>) {
    var part = subgraph(members: [], others: objects.union(behind), role: .held)
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

  /// Adds objects that only the runtime retains.
  mutating func addHeldByRuntime(_ objects: Set<Int>, keeper: String) {
    let held = objects.union(functions(between: objects))
    var part = subgraph(members: [], others: held, role: .held)
    if part.nodes.count > largestShown { part = part.mergedByType().graph }
    var found = finding(.heldByRuntime, part, roots: [keeper])
    // What the runtime owns shows as a retain that no reference explains.
    found.confidence = min(found.confidence, .likely)
    findings.append(found)
  }

  /// Returns the function values between two of the objects.
  private func functions(between objects: Set<Int>) -> Set<Int> {
    let entered = Set(graph.references.lazy.filter { objects.contains($0.from) }.map(\.to))
    return Set(
      graph.references.lazy.filter { reference in
        graph.nodes[reference.from].kind == .function && entered.contains(reference.from)
          && objects.contains(reference.to)
      }.map(\.from))
  }

  private func finding(_ rule: Rule, _ part: ObjectGraph, roots: [String]) -> Finding {
    Finding(
      fingerprint: Fingerprint.of(rule: rule, types: part.nodes.map(\.type), roots: roots),
      rule: rule, confidence: hasFullCoverage ? .proven : .likely, graph: part, roots: roots,
      locations: locations(part))
  }

  private func groups(
    of survivors: [Survivor], by key: (Survivor) -> [String]
  ) -> [([String], [Survivor])] {
    var order: [[String]] = []
    var members: [[String]: [Survivor]] = [:]
    for survivor in survivors {
      let key = key(survivor)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(survivor)
    }
    return order.map { ($0, members[$0] ?? []) }
  }

  /// Returns the given nodes and the references between them, in the order of the whole graph.
  private func subgraph(
    members: Set<Int>, others: Set<Int>, role: ObjectGraph.Role
  ) -> ObjectGraph {
    var part = ObjectGraph()
    var indexOf: [Int: Int] = [:]
    for node in members.union(others).sorted() {
      indexOf[node] = part.nodes.count
      var copy = graph.nodes[node]
      copy.role = members.contains(node) ? .cycle : role
      part.nodes.append(copy)
    }
    part.references = graph.references.compactMap { reference in
      guard let from = indexOf[reference.from], let to = indexOf[reference.to] else { return nil }
      var copy = reference
      copy.from = from
      copy.to = to
      return copy
    }
    return part
  }

  private func rule(_ members: Set<Int>, _ part: ObjectGraph) -> Rule {
    if part.nodes.contains(where: { $0.role == .cycle && $0.kind.isClosure }) {
      return .closureCaptureCycle
    }
    return members.count == 1 ? .selfCycle : .retainCycle
  }

  private func confidence(_ part: ObjectGraph, _ isProvable: Bool) -> Confidence {
    let isScanned = part.cycleReferences().contains { part.references[$0].evidence == .scanned }
    if isScanned { return .scanned }
    return hasFullCoverage && isProvable ? .proven : .likely
  }

  /// The locations of the closures, those in the cycle first, then the allocation sites of the
  /// objects in the cycle or held.
  private func locations(_ part: ObjectGraph) -> [SourceLocation] {
    let inCycle = part.nodes.filter { $0.role == .cycle }.compactMap(\.location)
    let others = part.nodes.filter { $0.role != .cycle }.compactMap(\.location)
    let allocated = part.nodes.filter { $0.role == .cycle || $0.role == .held }
      .compactMap { $0.allocation.first?.location }
    var seen = Set<SourceLocation>()
    return (inCycle + others + allocated).filter { seen.insert($0).inserted }
  }
}
