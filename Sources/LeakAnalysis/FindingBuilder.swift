import Findings
import HeapWalking
import OwnershipGraph

/// A type that builds findings from the results of an analysis of a graph.
struct FindingBuilder {
  private(set) var findings: [Finding] = []
  private let graph: ObjectGraph
  private let parts: Subgraphs
  private let hasFullCoverage: Bool
  private let origins: CodeOrigins
  private let largestShown: Int

  /// - Parameters:
  ///   - graph: The objects and references to build findings from.
  ///   - hasFullCoverage: A Boolean value indicating whether the types of all memory in the objects
  ///     are known.
  ///   - origins: The rules that recognize code that the program's author can change.
  ///   - largestShown: The number of objects above which a finding merges objects of the same type.
  init(
    graph: ObjectGraph, hasFullCoverage: Bool, origins: CodeOrigins,
    largestShown: Int = .max
  ) {
    self.largestShown = largestShown
    self.graph = graph
    parts = Subgraphs(graph: graph)
    self.hasFullCoverage = hasFullCoverage
    self.origins = origins
  }

  /// Adds a leaked cycle and the objects that are kept alive only by the cycle.
  ///
  /// - Parameters:
  ///   - holders: Other leaked objects that refer to objects of this cycle.
  ///   - isProvable: A Boolean value indicating whether no owner outside the cycle is known.
  mutating func addCycle(
    members: Set<GraphNode>, behind: Set<GraphNode>, holders: Set<GraphNode> = [],
    isProvable: Bool = true
  ) {
    var whole = parts.cycle(members: members, behind: behind, holders: holders)
    let confidence = confidence(whole, isProvable)
    whole.removeWordsReadByType()
    let (shown, advised) = advised(whole)
    let breakSet = shown.breakSet(origins: origins)
    findings.append(
      Finding(
        fingerprint: fingerprint(whole, shown), rule: rule(members, shown),
        confidence: confidence, graph: shown, breakSet: breakSet.references,
        isBreakSetProvenSmallest: breakSet.isProvenSmallest,
        hostBreakSet: Set(advised).sorted(), locations: locations(shown)))
  }

  /// Returns the fingerprint of a cycle. In a merged graph, a node of several tasks has no function
  /// unless all of the tasks are suspended in the same code. The fingerprint is therefore computed
  /// before objects are merged by type, except in very large graphs.
  private func fingerprint(_ whole: ObjectGraph, _ merged: ObjectGraph) -> String {
    Fingerprint.ofCycle(in: whole.nodes.count > Self.largestRanked ? merged : whole)
  }

  /// The number of objects above which objects are merged by type before the references to break
  /// are chosen. In a smaller graph, the references are chosen first.
  private static let largestRanked = 5_000

  /// Returns the graph that the finding shows for a cycle, and the references to break.
  ///
  /// The references are chosen before objects are merged by type, except in very large graphs.
  /// After merging, the `next` property of a linked list looks like a cycle even if the list ends.
  private func advised(_ whole: ObjectGraph) -> (shown: ObjectGraph, breaks: [Int]) {
    guard whole.nodes.count > largestShown else {
      return (whole, whole.advisedBreaks(origins: origins))
    }
    let (merged, referenceOf) = whole.mergedByType()
    guard whole.nodes.count <= Self.largestRanked else {
      return (merged, merged.advisedBreaks(origins: origins))
    }
    return (merged, whole.advisedBreaks(origins: origins).map { referenceOf[$0] })
  }

  /// Adds objects that are retained by declared roots.
  mutating func addHeld(_ nodes: Set<GraphNode>, roots: [String]) {
    findings.append(held(.heldAfterEnding, nodes, behind: [], roots: roots))
  }

  /// Adds objects that a global variable retains.
  ///
  /// - Parameter behind: Other objects. The finding includes the ones that `nodes` retain.
  mutating func addHeld(_ nodes: Set<GraphNode>, _ behind: Set<GraphNode>, variable: String) {
    var found = held(
      .heldAfterEnding, nodes, behind: behind, roots: ["the global variable \(variable)"])
    // One retain of each of these objects is attributed to the variable.
    for index in found.graph.nodes.indices
    where found.graph.nodes[index].role == .held && found.graph.nodes[index].unexplainedOwners > 0 {
      found.graph.nodes[index].referencesFound += 1
    }
    if found.graph.nodes.contains(where: { $0.unexplainedOwners > 0 }) {
      found.confidence = min(found.confidence, .likely)
    }
    findings.append(found)
  }

  /// Adds objects that are retained by `owner`, a part of the runtime or of a system library.
  mutating func addHeld(_ nodes: Set<GraphNode>, owner: String) {
    let part = parts.part(members: [], others: nodes, role: .held)
    findings.append(finding(.heldByRuntime, part, roots: [owner]))
  }

  /// Adds objects whose owner is unknown, as one finding for each type, in the order in which the
  /// types first occur.
  ///
  /// - Parameter behind: Other objects. A finding includes those that its objects retain.
  mutating func addUnexplained(_ nodes: [GraphNode], behind: Set<GraphNode> = []) {
    for (_, group) in nodes.groups(by: { graph[$0].type }) {
      var found = held(.unexplainedOwner, Set(group), behind: behind, roots: [])
      found.confidence = min(found.confidence, .likely)
      // The object was found, but not the code that retains it. The declaration of the object's
      // class would mislead.
      let declarations = Set(found.graph.nodes.compactMap(\.declaration))
      found.locations.removeAll(where: declarations.contains)
      findings.append(found)
    }
  }

  /// Returns a finding about objects and those of `behind` that they retain. The fingerprint
  /// depends only on the objects and the roots.
  private func held(
    _ rule: Rule, _ nodes: Set<GraphNode>, behind: Set<GraphNode>, roots: [String]
  ) -> Finding {
    let retained = graph.reachable(from: nodes).intersection(behind)
    let shown = nodes.union(retained)
    let closures = behind.isEmpty ? [] : parts.functions(between: shown)
    var part = parts.part(members: [], others: shown.union(closures), role: .held)
    for (index, node) in shown.union(closures).sorted().enumerated() where !nodes.contains(node) {
      part.nodes[index].role = .behind
    }
    var found = finding(rule, part, roots: roots)
    found.fingerprint = Fingerprint.of(rule: rule, nodes: nodes.map { graph[$0] }, roots: roots)
    return found
  }

  /// Adds over-retained objects and the objects that they keep alive.
  mutating func addOverRetained(_ objects: Set<GraphNode>, behind: Set<GraphNode>) {
    let retained = objects.union(behind)
    let closures = parts.functions(between: retained)
    var part = parts.part(members: [], others: retained.union(closures), role: .held)
    let shown = retained.union(closures).sorted()
    for (index, node) in shown.enumerated() where !objects.contains(node) {
      part.nodes[index].role = .behind
    }
    if part.nodes.count > largestShown { part = part.mergedByType().graph }
    findings.append(
      Finding(
        fingerprint: Fingerprint.ofOverRetained(objects, behind: behind, in: graph),
        rule: .overRetained, confidence: .likely, graph: part, locations: locations(part)))
  }

  /// Adds objects that only the runtime retains, and the closures through which it retains them.
  ///
  /// - Parameter description: The description of the objects, which contains the code of the
  ///   suspended tasks that retain them, and what these tasks wait for.
  mutating func addHeldByRuntime(
    _ objects: Set<GraphNode>, _ closureOwners: Set<GraphNode>, _ keeper: String,
    by description: ObjectDescription
  ) {
    let tasks = description.tasks
    let held = objects.union(parts.functions(between: objects.union(closureOwners)))
    var part = parts.part(members: [], others: held, role: .held)
    if part.nodes.count > largestShown { part = part.mergedByType().graph }
    var found = finding(.heldByRuntime, part, roots: [keeper])
    // Tasks with different bodies are different mistakes, even if they retain objects of one type.
    if !tasks.isEmpty {
      found.fingerprint = Fingerprint.of(
        rule: .heldByRuntime, nodes: part.nodes, roots: [keeper] + tasks.map(\.function))
    }
    // No known reference explains the runtime's retains, so the finding is not proven.
    found.confidence = min(found.confidence, .likely)
    (found.tasks, found.waits) = (tasks, description.waits)
    found.recognizeCause()
    let lines = tasks.filter { $0.origin == nil }.compactMap(\.location)
    found.locations = lines + found.locations.filter { !lines.contains($0) }
    findings.append(found)
  }

  private func finding(_ rule: Rule, _ part: ObjectGraph, roots: [String]) -> Finding {
    Finding(
      fingerprint: Fingerprint.of(rule: rule, nodes: part.nodes, roots: roots),
      rule: rule, confidence: hasFullCoverage ? .proven : .likely, graph: part, roots: roots,
      locations: locations(part))
  }

  private func rule(_ members: Set<GraphNode>, _ part: ObjectGraph) -> Rule {
    if part.nodes.contains(where: { $0.role == .cycle && $0.kind.isClosure }) {
      return .closureCaptureCycle
    }
    return members.map { graph[$0].count }.reduce(0, +) == 1 ? .selfCycle : .retainCycle
  }

  private func confidence(_ part: ObjectGraph, _ isProvable: Bool) -> Confidence {
    let isScanned = part.cycleReferences().contains { part.references[$0].evidence == .scanned }
    if isScanned { return .scanned }
    return hasFullCoverage && isProvable ? .proven : .likely
  }

  /// Returns the source locations to show, without duplicates.
  ///
  /// Objects in the cycle and held objects come first: the code of their closures, then their
  /// allocation sites. If neither is known, the declarations of their classes are used. The code of
  /// other objects comes last, because it may be correct.
  private func locations(_ part: ObjectGraph) -> [SourceLocation] {
    let cycle = part.nodes.filter { $0.role == .cycle }
    let held = part.nodes.filter { $0.role == .held }
    let others = part.nodes.filter { $0.role != .cycle && $0.role != .held }
    let allocated = (cycle + held).compactMap { $0.allocation.first?.location }
    let closures = (cycle + held).compactMap(\.location)
    // Allocation sites may be missing, because the optimizer can remove their line information.
    let own = closures + allocated
    let found = own.isEmpty ? (cycle + held).compactMap(\.declaration) : own
    var seen = Set<SourceLocation>()
    return (found + others.compactMap(\.location))
      .filter { seen.insert($0).inserted }
  }
}

extension ObjectGraph {
  /// Returns the given nodes and the nodes that strong references reach from them.
  fileprivate func reachable(from starts: Set<GraphNode>) -> Set<GraphNode> {
    var reachability = Reachability(nodeCount: nodes.count)
    reachability.spread(from: starts.map(\.index), in: strongRows())
    return Set(nodes.indices.filter { reachability.isReached[$0] }.map(GraphNode.init))
  }
}
