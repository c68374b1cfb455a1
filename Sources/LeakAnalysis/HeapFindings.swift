import HeapWalking
import Findings
import OwnershipGraph

/// Describes what an analysis finds among a heap's objects, as findings.
struct HeapFindings {
  /// A component with more objects is shown merged by type.
  private static let largestShown = 200
  /// In a component with more objects, closures and classes are not looked up in the source.
  private static let largestLocated = 5_000
  /// Components described one by one; the rest is grouped by what they consist of.
  private static let maxDescribed = 2_000

  let heap: HeapSnapshot
  private let accounting: OwnershipAccounting
  private let walker: HeapWalker
  private let isOwn: (Address) -> Bool
  private var merger = FindingMerger()

  init(
    heap: HeapSnapshot, accounting: OwnershipAccounting, walker: HeapWalker,
    isOwn: @escaping (Address) -> Bool
  ) {
    self.heap = heap
    self.accounting = accounting
    self.walker = walker
    self.isOwn = isOwn
  }

  var merged: [Finding] { merger.findings }

  var targets: [String: BreakTarget] { merger.targets }

  private func hasOwn(_ objects: [Int]) -> Bool {
    objects.contains { isOwn(Address(heap.addresses[$0])) }
  }

  /// The object is one of the language's libraries.
  func isLibrarys(_ object: Int) -> Bool {
    !describe([object]).graph.nodes.contains(where: HostPreference().isHost)
  }

  /// Some object of the program, not of a library, has retains that no reference explains.
  var hasUnexplainedHosts: Bool {
    var examples: [UInt: Int] = [:]
    for object in heap.addresses.indices where accounting.unexplainedOwners[object] > 0 {
      examples[Address(heap.addresses[object]).metadataWord] = object
    }
    return examples.values.contains { hasOwn([$0]) && !isLibrarys($0) }
  }
}

// Leaked cycles.
extension HeapFindings {
  /// Adds the cycles whose retains typed references explain.
  mutating func addProvenCycles(_ roots: RootScan? = nil, _ unreached: UnreachedObjects? = nil) {
    let leaks = LeakedComponents(
      heap: heap, accounting: accounting, limit: Self.maxDescribed,
      isOwn: isOwn
    ) { [heap, walker] in walker.kind(of: Address(heap.addresses[$0])).isPart }
    let leaked = leaks.components.flatMap { $0.members + $0.behind }.map { heap.addresses[$0] }
    walker.locateAllocations(of: leaked)
    walker.locateDeclarations(of: leaked)
    for component in leaks.components {
      // Counts prove a cycle; a global or C memory that has its address speaks against that.
      let isPointedTo = component.members.contains { (roots?.isPointedTo($0) ?? false) }
      let owned = component.members + component.behind
      let more = unreached?.behind(owned, isClosed: true) ?? []
      addCycle(
        component.members, behind: component.behind + more, holders: component.holders,
        count: component.count, isProvable: !isPointedTo, unreached)
    }
  }

  /// Adds the cycles that lead through untyped memory, or that something over-retained owns.
  mutating func addUnprovenCycles(_ unreached: UnreachedObjects) {
    var described: [(cycle: UnreachedObjects.Cycle, behind: [Int], count: Int)] = []
    var indexOf: [Set<UInt>: Int] = [:]
    for cycle in unreached.cycles {
      let types = Set(cycle.members.map { Address(heap.addresses[$0]).metadataWord })
      if described.count >= Self.maxDescribed, let index = indexOf[types] {
        described[index].count += 1
        continue
      }
      let behind = unreached.behind(cycle.members, isClosed: cycle.isClosed)
      guard hasOwn(cycle.members + behind) else { continue }
      indexOf[types] = described.count
      described.append((cycle, behind, 1))
    }
    for (cycle, behind, count) in described {
      addCycle(
        cycle.members, behind: behind, holders: [], count: count, isProvable: false, unreached)
    }
  }

  private mutating func addCycle(
    _ members: [Int], behind: [Int], holders: [Int], count: Int, isProvable: Bool,
    _ unreached: UnreachedObjects?
  ) {
    var description = describe(members + behind + holders)
    let possible = unreached?.possibleReferences(among: members + behind) ?? []
    add(possible, to: &description)
    var builder = builder(of: description)
    builder.addCycle(
      members: nodes(members, in: description), behind: nodes(behind, in: description),
      holders: nodes(holders, in: description), isProvable: isProvable)
    let target = BreakTarget(
      description: description, nodes: nodes(members + behind, in: description))
    for finding in builder.findings { merger.add(finding, count: count, target: target) }
  }
}

// Objects in no cycle.
extension HeapFindings {
  /// Adds what only keepers of the runtime lead to, kind by kind.
  mutating func addHeldObjects(_ roots: inout RootScan) {
    var handlers: [Int: [UInt]]?
    for keeper in RuntimeKeeper.allCases {
      let before = heap.addresses.indices.filter { isHeldOrLost($0, roots) }
      guard !before.isEmpty, roots.open(keeper) else { continue }
      let held = before.filter { !roots.isUnreached($0) }
      for group in ObjectGroup.groups(of: held, in: heap) where hasOwn(group.objects) {
        handlers = handlers ?? roots.blocksRetainingObjects()
        addHeld(group, by: keeper, from: handlers ?? [:])
      }
    }
  }

  private func isHeldOrLost(_ object: Int, _ roots: RootScan) -> Bool {
    accounting.standings[object] == .unexplained && roots.isUnreached(object)
  }

  /// - Parameter handlers: For each object the blocks in C memory that retain it: handlers that
  ///   libdispatch runs later.
  private mutating func addHeld(
    _ group: ObjectGroup, by keeper: RuntimeKeeper, from handlers: [Int: [UInt]]
  ) {
    let blocks = Set(
      group.objects.filter { accounting.unexplainedOwners[$0] > 0 }
        .flatMap { handlers[$0] ?? [] }
    ).sorted()
    let description = describe(group.objects, blocks: blocks)
    // What the runtime keeps of its own objects is no finding.
    let hosts = HostPreference()
    guard
      description.graph.nodes.contains(where: { hosts.isHost($0) && !$0.kind.isClosure })
    else { return }
    var builder = builder(of: description)
    let held = nodes(group.objects, in: description)
      .union(blocks.compactMap { description.nodeOf[$0] })
    builder.addHeldByRuntime(held, keeper: keeper.name)
    for finding in builder.findings { merger.add(finding, count: group.count) }
  }

  /// Adds the objects that are retained more often than anything explains, by their types and
  /// those of what they own.
  mutating func addOverRetained(_ unreached: UnreachedObjects) {
    var counts: [[UInt]: Int] = [:]
    var order: [(types: [UInt], object: Int, behind: [Int])] = []
    for object in unreached.overRetained {
      let behind = unreached.behind([object], isClosed: false)
      guard hasOwn([object] + behind) else { continue }
      let types = behind.map { Address(heap.addresses[$0]).metadataWord }
      // Of very many, those that own different numbers of the same types are counted as alike.
      let owned = order.count < Self.maxDescribed ? types : Array(Set(types))
      let key = [Address(heap.addresses[object]).metadataWord] + owned.sorted()
      if counts[key] == nil { order.append((key, object, behind)) }
      counts[key, default: 0] += 1
    }
    for (types, object, behind) in order {
      let description = describe([object] + behind)
      let entries = nodes([object], in: description)
      var builder = builder(of: description)
      builder.addOverRetained(
        entries, behind: nodes(behind, in: description).subtracting(entries))
      let target = BreakTarget(
        description: description, nodes: nodes([object] + behind, in: description),
        overRetained: (heap.addresses[object], Int(accounting.unexplainedOwners[object])))
      for finding in builder.findings {
        merger.add(finding, count: counts[types] ?? 1, target: target)
      }
    }
  }
}

// Descriptions.
extension HeapFindings {
  /// - Parameter blocks: The addresses of blocks that are no objects of the heap.
  private func describe(_ objects: [Int], blocks: [UInt] = []) -> ObjectDescription {
    // By type first: where objects are differs from run to run.
    let addresses = (objects.map { heap.addresses[$0] } + blocks).sorted {
      (Address($0).metadataWord, $0) < (Address($1).metadataWord, $1)
    }
    var description = walker.describe(
      addresses, names: ObjectNames(), locates: objects.count <= Self.largestLocated)
    description.graph.references.removeAll { $0.evidence == .scanned }
    for object in objects where accounting.unexplainedOwners[object] == 0 {
      guard let described = description.nodeOf[heap.addresses[object]] else { continue }
      // Other objects than those described refer to it, and all of them were found.
      let found = description.graph.nodes[described].retainCount ?? 0
      description.graph.nodes[described].referencesFound = max(
        found, description.graph.nodes[described].referencesFound)
    }
    return description
  }

  /// Adds what untyped memory may own, as references beside the typed ones, which explain other
  /// retains.
  private func add(
    _ possible: [(from: Int, to: Int)], to description: inout ObjectDescription
  ) {
    guard !possible.isEmpty else { return }
    var known = Set<[Int]>()
    for (source, target) in possible {
      guard let from = description.nodeOf[heap.addresses[source]] else { continue }
      let ends =
        source == target ? [from] : ends(of: target, asPartOf: from, in: description)
      for to in ends where known.insert([from, to]).inserted {
        description.graph.references.append(
          ObjectGraph.Reference(
            from: from, to: to, label: ObjectGraph.Reference.untypedMemory, evidence: .scanned))
      }
    }
  }

  /// The nodes that a reference to an object leads to: that of the object, or where the object is
  /// described as a part of its owner, those that it refers to.
  private func ends(
    of object: Int, asPartOf owner: Int, in description: ObjectDescription
  ) -> [Int] {
    var seen: Set<Int> = [object]
    var open = [object]
    var found: [Int] = []
    while let object = open.popLast() {
      guard let node = description.nodeOf[heap.addresses[object]] else { continue }
      if node != owner {
        found.append(node)
      } else {
        open += heap.references[object].map(Int.init).filter { seen.insert($0).inserted }
      }
    }
    return found
  }

  private func nodes(_ objects: [Int], in description: ObjectDescription) -> Set<Int> {
    Set(objects.compactMap { description.nodeOf[heap.addresses[$0]] })
  }

  private func builder(of description: ObjectDescription) -> FindingBuilder {
    FindingBuilder(
      graph: description.graph, hasFullCoverage: description.coverage.isFull, libraryModules: [],
      largestShown: Self.largestShown)
  }
}

extension ObjectGraph.Kind {
  /// What makes such an object understood is what owns it.
  fileprivate var isPart: Bool {
    switch self {
    case .array, .dictionary, .set, .box, .error, .closureContext: true
    case .classInstance, .actor, .task, .block, .function, .root, .unknown: false
    }
  }
}
