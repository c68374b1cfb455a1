import HeapWalking
import Findings
import OwnershipGraph
import ResourceRegistry

/// The analysis behind one snapshot: walks the objects, accounts for their reference counts and
/// describes them.
struct SnapshotAnalysis {
  private let probes: [Probe]
  private let roots: [Root]
  private let heap: HeapSnapshot
  private let accounting: OwnershipAccounting
  private let description: ObjectDescription
  /// For each node of the heap the names of the declared roots that reach it.
  private let rootNames: [[String]]
  /// The modules whose classes register themselves.
  private let libraryModules: Set<String>

  init(
    probes: [Probe], watched: [Probe], roots: [Root], walker: HeapWalker, names: ObjectNames,
    limit: Int,
    locates: Bool
  ) {
    libraryModules = Set(
      probes.map { String(_typeName($0.type, qualified: true).prefix { $0 != "." }) })
    let probes = probes + watched
    self.probes = probes
    self.roots = roots
    let seeds = probes.map(\.address) + roots.map(\.address)
    let heap = walker.walk(from: seeds.map(Address.init), limit: limit)
    self.heap = heap
    let rootNodes = roots.compactMap { heap.node(at: $0.address) }
    accounting = OwnershipAccounting(
      of: heap.references, strongCounts: heap.strongCounts, roots: rootNodes)
    let sequences = Dictionary(
      probes.map { ($0.address, $0.sequence) }, uniquingKeysWith: { first, _ in first })
    description = walker.describe(
      heap.addresses, names: names, keeping: Set(seeds), locates: locates,
      generation: { sequences[$0] ?? 0 })
    var reached = [[String]](repeating: [], count: heap.addresses.count)
    for root in roots {
      guard let node = heap.node(at: root.address) else { continue }
      var reachability = Reachability(nodeCount: heap.addresses.count)
      reachability.spread(from: [node], in: heap.references)
      for other in reached.indices where reachability.isReached[other] {
        reached[other].append(root.name)
      }
    }
    rootNames = reached
  }

  /// - Parameters:
  ///   - purpose: What the snapshot is for.
  ///   - runtimeOwner: The name of the owner of objects whose owner is not found; `nil` where the
  ///     caller knows of none.
  func snapshot(
    for purpose: OwnershipSnapshot.Purpose, runtimeOwner: String?
  ) -> OwnershipSnapshot {
    let survivors = probes.compactMap { probe -> Survivor? in
      guard let node = heap.node(at: probe.address),
        let described = description.nodeOf[probe.address]
      else { return nil }
      return Survivor(
        node: described, fate: fate(of: node), roots: rootNames[node], sequence: probe.sequence)
    }
    return OwnershipSnapshot(
      graph: description.graph, survivors: survivors,
      findings: [.verdict, .judgement].contains(purpose)
        ? findings(survivors, runtimeOwner) : [],
      coverage: heap.coverage, isComplete: heap.isComplete && accounting.inconsistent.isEmpty)
  }

  /// The addresses of the Swift objects that have no number in the registry.
  var unnumberedObjects: [UInt] {
    let numbered = Set(probes.map(\.address))
    return description.nodeOf.compactMap { address, node in
      numbered.contains(address) || !description.graph.nodes[node].kind.isSwiftObject
        ? nil : address
    }
  }

  /// The registry's objects that retain each other directly.
  func libraryCycleMembers() -> [AnyObject] {
    let nodes = probes.map { heap.node(at: $0.address) }
    var indexOf: [UInt32: Int] = [:]
    for (index, node) in nodes.enumerated() { node.map { indexOf[UInt32($0)] = index } }
    let rows = nodes.map { node in
      node.map { heap.references[$0].compactMap { indexOf[$0] } } ?? []
    }
    let isRoot = Set(roots.map(\.address))
    return RetainCycles(of: SparseRows(rows)).memberLists().joined()
      .filter { !isRoot.contains(probes[$0].address) }.compactMap { probes[$0].object }
  }

  private func fate(of node: Int) -> Survivor.Fate {
    switch accounting.standings[node] {
    case .inCycle: .leakedInCycle
    case .behindCycle: .leakedBehindCycle
    case .held: .held
    // An object that nothing retains is being deallocated: its owner is a stack.
    case .unexplained, .released: .ownerUnexplained
    }
  }

  private func findings(_ survivors: [Survivor], _ runtimeOwner: String?) -> [Finding] {
    var builder = FindingBuilder(
      graph: description.graph, hasFullCoverage: heap.coverage.isFull && heap.isComplete,
      libraryModules: libraryModules)
    for members in accounting.cycles.memberLists() {
      guard accounting.standings[members[0]] == .inCycle else { continue }
      let behind = nodesBehind(members)
      builder.addCycle(
        members: described(members), behind: described(behind),
        holders: described(leakedHolders(of: members + behind)))
    }
    builder.addHeld(survivors.filter { $0.fate == .held })
    let unexplained = survivors.filter { $0.fate == .ownerUnexplained }
    if let runtimeOwner, !unexplained.isEmpty {
      let kept = heap.addresses.indices.filter { accounting.standings[$0] == .unexplained }
      builder.addHeldByRuntime(described(kept), owner: runtimeOwner)
    } else {
      builder.addUnexplained(unexplained)
    }
    return builder.findings
  }

  /// The leaked nodes that the members of a cycle reach without passing another cycle.
  private func nodesBehind(_ members: [Int]) -> [Int] {
    var isTaken = [Bool](repeating: false, count: heap.addresses.count)
    return LeakedComponents.behind(members, heap, accounting, &isTaken)
  }

  /// The leaked objects outside a cycle and what is behind it that refer to either.
  private func leakedHolders(of nodes: [Int]) -> [Int] {
    let held = Set(nodes.map(UInt32.init))
    return heap.addresses.indices.filter { node in
      accounting.isLeaked(node) && !held.contains(UInt32(node))
        && heap.references[node].contains { held.contains($0) }
    }
  }

  private func described(_ nodes: [Int]) -> Set<Int> {
    Set(nodes.compactMap { description.nodeOf[heap.addresses[$0]] })
  }
}

extension ObjectGraph.Kind {
  /// A Boolean value indicating whether the runtime allocates such an object with a header and
  /// reference counts of its own.
  fileprivate var isSwiftObject: Bool {
    switch self {
    case .classInstance, .actor, .closureContext, .box, .error, .array, .dictionary, .set: true
    case .task, .block, .function, .root, .unknown: false
    }
  }
}
