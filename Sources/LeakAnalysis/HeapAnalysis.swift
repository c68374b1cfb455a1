package import HeapWalking
package import OwnershipGraph

/// What can never go away in a program that nobody prepared.
///
/// All objects that were recorded are walked; an object whose strong count exceeds the
/// references found is held from outside, what such objects reach is alive, and the
/// rest is garbage that only holds itself. Bytes of unknown type are not looked at: what
/// they hold shows as a count, and a stale word in them can neither hide a leak nor invent
/// one.
///
/// The scan of roots comes second. An object that is held from outside though no root leads
/// to it was retained once too often; where a root leads to garbage, the finding is less sure.
package struct HeapAnalysis {
  package private(set) var findings: [Finding] = []
  package let coverage: Coverage
  package let objectCount: Int
  /// Counts and references agree everywhere: no object has more references than its
  /// count allows.
  package let isConsistent: Bool

  /// A component with more objects is shown merged by type.
  private static let largestShown = 200
  /// Components described one by one; the rest is grouped by what they consist of.
  private static let mostDescribed = 2_000

  /// Places that are told of findings that are shown as one.
  private static let mostLocations = 12

  private let heap: HeapSnapshot
  private let accounting: OwnershipAccounting
  private let walker: HeapWalker
  private var placeOf: [String: Int] = [:]

  /// - Parameters:
  ///   - objects: Every object that was allocated and not freed.
  ///   - walker: Knows the same objects, for bytes without type.
  ///   - roots: What globals, stacks and C memory lead to, if that was looked at.
  ///   - isOwn: Whose leaks are wanted: those with an own object among the members, or
  ///     behind them.
  package init(
    of objects: [Address], walker: HeapWalker, roots: RootScan? = nil,
    isOwn: (Address) -> Bool = { _ in true }
  ) {
    let heap = walker.walk(from: objects, scans: false)
    let accounting = OwnershipAccounting(
      of: heap.references, strongCounts: heap.strongCounts, roots: [], ignoresReleased: true)
    self.heap = heap
    self.accounting = accounting
    self.walker = walker
    coverage = heap.coverage
    objectCount = heap.addresses.count
    isConsistent = accounting.inconsistent.isEmpty

    let leaks = LeakedComponents(
      heap: heap, accounting: accounting, most: Self.mostDescribed, isOwn: isOwn
    ) { walker.kind(of: Address(heap.addresses[$0])).isPart }
    walker.locateAllocations(
      of: leaks.components.lazy.flatMap { $0.members + $0.behind }.map { heap.addresses[$0] })
    for component in leaks.components { addCycle(component, roots) }
    guard var roots else { return }
    var owned = OwnedFromOutside(heap: heap, accounting: accounting) { [self] node in
      !describe([node]).graph.nodes.contains(where: HostPreference().isHost)
    }
    addOwned(&owned, &roots, isOwn)
    roots.reachStacks()
    addOwned(&owned, &roots, isOwn)
    owned.reachGarbage(in: &roots)
    for group in owned.overRetained(roots) where group.hasOwn(isOwn) {
      addUnreached(group, roots)
    }
  }

  /// Adds what the roots that were searched do not lead to, if it is closed or kept by the
  /// runtime.
  private mutating func addOwned(
    _ owned: inout OwnedFromOutside, _ roots: inout RootScan, _ isOwn: (Address) -> Bool
  ) {
    for keeper in RuntimeKeeper.allCases {
      // A word left in a task's frame may look like an owner: what is closed is told before.
      // What a stack leads to is not, unless a block owns it.
      if keeper == .task {
        for group in owned.looseCycles(roots, onlyOfBlocks: true) where group.hasOwn(isOwn) {
          addUnreached(group, roots)
        }
        var searched = roots
        searched.reachStacks()
        for group in owned.looseCycles(searched, onlyOfBlocks: false) where group.hasOwn(isOwn) {
          addUnreached(group, searched)
        }
      }
      for group in owned.groupsReached(byOpening: keeper, in: &roots) where group.hasOwn(isOwn) {
        addHeld(group, by: keeper)
      }
    }
  }

  /// Counts prove a cycle; a global or C memory that leads to it speaks against that.
  private mutating func addCycle(_ component: LeakedComponents.Component, _ roots: RootScan?) {
    let description = describe(component.members + component.behind + component.holders)
    var builder = builder(of: description)
    builder.addCycle(
      members: nodes(component.members, in: description),
      behind: nodes(component.behind, in: description),
      holders: nodes(component.holders, in: description))
    let isReached = component.members.contains {
      roots?.reachesFromMemory(Address(heap.addresses[$0])) ?? false
    }
    for var finding in builder.findings {
      if isReached, finding.confidence == .proven { finding.confidence = .likely }
      add(finding, component.count)
    }
  }

  private mutating func addHeld(_ group: OwnedFromOutside.Group, by keeper: RuntimeKeeper) {
    let description = describe(group.nodes)
    // What the runtime keeps of its own objects is its business.
    let hosts = HostPreference()
    guard
      description.graph.nodes.contains(where: { hosts.isHost($0) && !$0.kind.isClosure })
    else { return }
    var builder = builder(of: description)
    builder.addHeldByRuntime(nodes(group.nodes, in: description), keeper: keeper.name)
    for finding in builder.findings { add(finding, group.count) }
  }

  /// Objects that no root leads to: they hold each other through memory without a type, or
  /// were retained once too often.
  private mutating func addUnreached(_ group: OwnedFromOutside.Group, _ roots: RootScan) {
    var description = describe(group.nodes)
    addLooseReferences(to: &description, group.nodes, roots)
    let cycles = RetainCycles(of: description.graph.strongRows())
    let components = cycles.memberLists().filter { !isItsLibrarysOwn($0, description.graph) }
    var builder = builder(of: description)
    if components.isEmpty {
      let entries = nodes(group.entries, in: description)
      builder.addOverRetained(
        entries, behind: nodes(group.nodes, in: description).subtracting(entries))
    }
    for members in components {
      var reachability = Reachability(nodeCount: description.graph.nodes.count)
      reachability.spread(from: members, in: description.graph.strongRows())
      let behind = reachability.isReached.indices.filter {
        reachability.isReached[$0] && !cycles.isMember($0)
      }
      builder.addCycle(members: Set(members), behind: Set(behind))
    }
    for finding in builder.findings { add(finding, group.count) }
  }

  /// The cycle is one object of a library, whose own memory leads back to it: that is how such
  /// objects are made, and that nobody lets go of this one is what there is to tell.
  private func isItsLibrarysOwn(_ members: [Int], _ graph: ObjectGraph) -> Bool {
    guard let only = members.first, members.count == 1, !HostPreference().isHost(graph.nodes[only])
    else { return false }
    return graph.references.allSatisfy {
      $0.from != only || $0.to != only || $0.evidence == .scanned
    }
  }

  private func addLooseReferences(
    to description: inout ObjectDescription, _ nodes: [Int], _ roots: RootScan
  ) {
    var known = Set(description.graph.references.map { [$0.from, $0.to] })
    for (source, target) in roots.looseReferences(
      among: nodes.map { Address(heap.addresses[$0]) })
    {
      guard let from = description.nodeOf[source.bits], let to = description.nodeOf[target.bits],
        // Storage is a part of its owner, which does not hold itself by it.
        from != to || source == target, known.insert([from, to]).inserted
      else { continue }
      description.graph.references.append(
        ObjectGraph.Reference(
          from: from, to: to, label: ObjectGraph.Reference.untypedMemory, evidence: .scanned))
    }
  }

  private mutating func add(_ finding: Finding, _ count: Int) {
    if let place = placeOf[finding.fingerprint] {
      let known = findings[place]
      // Which of them is met first depends on where they are; what is shown does not.
      if Self.places(finding).lexicographicallyPrecedes(Self.places(known)) {
        findings[place] = finding
      }
      findings[place].locations += Self.further([known, finding], beside: findings[place])
      findings[place].occurrences = known.occurrences + count
      // One of them that is proven proves that there is such a cycle, whatever word led to
      // another.
      let isProven = [known, finding].contains { $0.confidence == .proven }
      findings[place].confidence = isProven ? .proven : known.confidence
    } else {
      placeOf[finding.fingerprint] = findings.count
      findings.append(finding)
      findings[findings.count - 1].occurrences = count
    }
  }

  /// Where the objects of a finding were allocated.
  private static func places(_ finding: Finding) -> [StackFrame] {
    finding.graph.nodes.flatMap(\.allocation)
  }

  /// Places of findings that are shown as one, beside those of the one shown.
  private static func further(_ all: [Finding], beside shown: Finding) -> [SourceLocation] {
    let most = max(0, mostLocations - shown.locations.count)
    let places = Set(all.flatMap(\.locations)).subtracting(shown.locations)
    return Array(places.sorted().prefix(most))
  }

  private func describe(_ nodes: [Int]) -> ObjectDescription {
    // By type first: where objects are differs from run to run.
    let objects = nodes.map { heap.addresses[$0] }.sorted {
      (Address($0).metadataWord, $0) < (Address($1).metadataWord, $1)
    }
    var description = walker.describe(
      objects, names: ObjectNames(), locates: nodes.count <= Self.largestShown)
    description.graph.references.removeAll { $0.evidence == .scanned }
    for node in nodes where accounting.unexplainedOwners[node] == 0 {
      guard let described = description.nodeOf[heap.addresses[node]] else { continue }
      // Other objects than those described refer to it, and all of them were found.
      let found = description.graph.nodes[described].retainCount ?? 0
      description.graph.nodes[described].referencesFound = max(
        found, description.graph.nodes[described].referencesFound)
    }
    return description
  }

  private func nodes(_ nodes: [Int], in description: ObjectDescription) -> Set<Int> {
    Set(nodes.compactMap { description.nodeOf[heap.addresses[$0]] })
  }

  private func builder(of description: ObjectDescription) -> FindingBuilder {
    FindingBuilder(
      graph: description.graph, hasFullCoverage: description.coverage.isFull, libraryModules: [],
      largestShown: Self.largestShown)
  }
}

extension ObjectGraph.Kind {
  /// What makes such an object understood is who has it.
  fileprivate var isPart: Bool {
    switch self {
    case .array, .dictionary, .set, .box, .error, .closureContext: true
    case .classInstance, .actor, .task, .block, .function, .root, .unknown: false
    }
  }
}
