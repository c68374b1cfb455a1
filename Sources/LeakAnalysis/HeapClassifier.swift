import Findings
import HeapWalking
import OwnershipGraph

/// A type that classifies the objects of a program's heap as leaked, over-retained or held by the
/// runtime.
///
/// Objects that are alive for other reasons are not classified.
struct HeapClassifier {
  /// The maximum number of leaks of one kind, such as proven cycles, that are listed individually.
  /// Further leaks are grouped by the types of their objects.
  static let maxListed = 2_000
  /// The maximum number of groups of over-retained objects that are distinguished by allocation
  /// stack. It is also the maximum number of cycles that ``attachLibraryCycles(in:)`` describes.
  private static let maxSites = 200

  private let heap: HeapSnapshot
  private let accounting: HeapAccounting
  private let walker: HeapWalker
  private let isOwn: (Address) -> Bool
  private let describer: HeapDescriber
  private(set) var classes: [ClassifiedObjects] = []
  /// The objects that only the runtime retains.
  private(set) var held: [HeapNode] = []
  /// The objects that are already listed with a leak that keeps them alive through untyped memory.
  /// Each object is listed only once.
  private var listedBehind = UnreachedObjects.Listed()

  init(_ describer: HeapDescriber, isOwn: @escaping (Address) -> Bool) {
    self.describer = describer
    self.isOwn = isOwn
    heap = describer.heap
    accounting = describer.accounting
    walker = describer.walker
  }

  private func hasOwn(_ objects: [HeapNode]) -> Bool {
    objects.contains { isOwn(Address(heap.address(of: $0))) }
  }

  /// Returns the metadata addresses that identify the types of the given objects.
  private func types(of objects: [HeapNode]) -> [UInt] {
    objects.map { Address(heap.address(of: $0)).metadataWord }
  }

  private func allocationOrder(of object: HeapNode) -> Int? {
    walker.allocationOrder(of: heap.address(of: object))
  }

  /// Returns the sets in the order of allocation if there are few enough to be listed individually,
  /// and unchanged if not.
  private func inOrder<Element>(
    _ sets: [Element], of objects: (Element) -> [HeapNode]
  ) -> [Element] {
    sets.inOrderOfAllocation(upTo: Self.maxListed, of: objects, site: allocationOrder)
  }

  private func isPart(_ object: HeapNode) -> Bool {
    walker.kind(of: Address(heap.address(of: object))).isPart
  }

  /// Returns whether any object of the program itself has retains that no reference explains.
  /// Objects of libraries do not count. Only one object of each type is examined.
  func hasUnexplainedProgramObjects() -> Bool {
    var examples: [UInt: HeapNode] = [:]
    for object in heap.nodes where accounting.unexplainedOwners(of: object) > 0 {
      let type = Address(heap.address(of: object)).metadataWord
      if examples[type] == nil, hasOwn([object]) { examples[type] = object }
    }
    return examples.values.contains { !describer.belongsToLibrary($0) }
  }
}

// Leaked cycles.
extension HeapClassifier {
  /// Adds the cycles whose retains are all explained by typed references.
  ///
  /// - Parameters:
  ///   - roots: The result of the search for roots; `nil` if roots were not searched for.
  ///   - unreached: The objects that the search did not reach.
  mutating func addProvenCycles(_ roots: RootScan? = nil, _ unreached: UnreachedObjects? = nil) {
    let leaks = LeakedComponents(
      heap: heap, accounting: accounting, alive: roots?.inUse ?? [], limit: Self.maxListed,
      isOwn: isOwn, site: allocationOrder, isPart: isPart)
    for component in leaks.components {
      // Reference counts prove that the cycle leaked, unless a global, C memory or another object
      // contains the address of a member in a word that is not a typed reference.
      let isPointedTo = component.members.contains { roots?.isPointedTo($0) ?? false }
      let owned = component.members + component.behind
      let more = unreached?.behind(owned, isSelfRetained: true, listed: &listedBehind) ?? []
      classes.append(
        ClassifiedObjects(
          reason: .cycle(isProvable: !isPointedTo), objects: component.members,
          behind: component.behind + more, holders: component.holders, count: component.count))
    }
  }

  /// Returns the number of cycles of the program that would be reported as proven, had a thread not
  /// perhaps been using them when it was stopped.
  ///
  /// - Complexity: O(1) if no thread was using objects; otherwise O(objects).
  func countOfCyclesInUse(_ roots: RootScan) -> Int {
    let inUse = roots.inUseByThreads
    guard !inUse.isEmpty else { return 0 }
    return accounting.leakedCycles.count { members in
      inUse.contains(members[0])
        && describer.countOfProgramObjects(among: members, isOwn: isOwn) > 0
    }
  }

  /// Attaches cycles of a library's objects to the over-retained objects that keep them alive.
  ///
  /// The library breaks such a cycle when the object that owns the cycle is deinitialized, so the
  /// cycle is not a separate leak. The objects that the cycle keeps alive are then listed with the
  /// over-retained object. For example, the registrar of an `@Observable` object refers to closures
  /// that refer back to the registrar. A cycle with a task is not attached, because the task may be
  /// waiting for the program to resume it.
  func attachLibraryCycles(in unreached: inout UnreachedObjects) {
    var belongsToLibrary: [UInt: Bool] = [:]
    var described = 0
    unreached.attachCycles { members in
      for member in members {
        let object = Address(heap.address(of: member))
        let isKnown =
          belongsToLibrary[object.metadataWord]
          ?? (walker.kind(of: object) != .task && describer.belongsToLibrary(member))
        belongsToLibrary[object.metadataWord] = isKnown
        if !isKnown { return false }
      }
      described += 1
      return described <= Self.maxSites && describer.belongToLibrary(members)
    }
  }

  /// Adds cycles that pass through untyped memory, and cycles that an over-retained object owns.
  mutating func addUnprovenCycles(_ unreached: UnreachedObjects) {
    var found: [ClassifiedObjects] = []
    var indexOf: [Set<UInt>: Int] = [:]
    for cycle in inOrder(unreached.cycles, of: \.members) {
      let types = Set(types(of: cycle.members))
      if found.count >= Self.maxListed, let index = indexOf[types] {
        found[index].count += 1
        continue
      }
      let behind = unreached.behind(
        cycle.members, isSelfRetained: cycle.isSelfRetained, listed: &listedBehind)
      guard hasOwn(cycle.members + behind) else { continue }
      indexOf[types] = found.count
      found.append(
        ClassifiedObjects(
          reason: .cycle(isProvable: false), objects: cycle.members, behind: behind))
    }
    let holders = LeakHolders(
      of: found.map { $0.objects + $0.behind }, among: unreached.objects, in: heap,
      isPart: isPart)
    for index in found.indices { found[index].holders = holders[index] }
    classes += found
  }
}

// Objects in no cycle.
extension HeapClassifier {
  /// Adds the objects that are reachable only from the runtime. The kinds of ``RuntimeKeeper`` are
  /// searched one after another.
  ///
  /// - Parameter roots: The result of the search for roots. After the call, the objects that are
  ///   reachable from the runtime count as reached.
  mutating func addHeldObjects(_ roots: inout RootScan) {
    addHeldObjects(among: heap.nodes.filter { isHeldOrLost($0, roots) }, &roots)
  }

  /// Adds the objects that are reachable only from a waiting task that the program can resume
  /// through a weak or unowned reference.
  mutating func addWaitingObjects(_ roots: inout RootScan) {
    let lost = heap.nodes.filter { isHeldOrLost($0, roots) }
    roots.reachWaitingObjects()
    addHeldObjects(among: lost, &roots)
  }

  private mutating func addHeldObjects(among objects: [HeapNode], _ roots: inout RootScan) {
    let closed = roots
    var lost = objects
    var found: [(keeper: RuntimeKeeper, objects: [HeapNode])] = []
    for keeper in RuntimeKeeper.allCases where !lost.isEmpty && roots.open(keeper) {
      found.append((keeper, lost.filter { !roots.isUnreached($0) }))
      lost = lost.filter(roots.isUnreached)
    }
    let reached = found.flatMap(\.objects)
    let retained =
      hasOwn(reached) ? roots.retainedByStacks(reached, beforeOpening: closed) : []
    for (keeper, objects) in found {
      let held = objects.filter { !retained.contains($0) }
      self.held += held
      if hasOwn(held) { addHeldObjects(held, retainedBy: keeper, roots) }
    }
  }

  private mutating func addHeldObjects(
    _ held: [HeapNode], retainedBy keeper: RuntimeKeeper, _ roots: RootScan
  ) {
    let (closureOwners, code) = closureOwners(of: held, retainedBy: keeper, roots)
    let tasks = keeper == .task ? suspendedTasks(retaining: held) : [:]
    let groups = ObjectGroup.groups(of: held, in: heap) { object in
      (code[object] ?? []) + (tasks[object] ?? []).flatMap(awaitingFunctions)
    }
    for group in groups where hasOwn(group.objects) {
      classes.append(
        ClassifiedObjects(
          reason: .heldByRuntime(keeper), objects: group.objects,
          closureOwners: group.objects.flatMap { closureOwners[$0] ?? [] },
          tasks: group.objects.flatMap { tasks[$0] ?? [] }, count: group.count))
    }
  }

  /// Returns, for each held object, the tasks whose words or frames refer to the object.
  ///
  /// - Complexity: O(objects of the heap), plus the time to read the tasks.
  private func suspendedTasks(retaining held: [HeapNode]) -> [HeapNode: [HeapNode]] {
    let held = Set(held)
    var found: [HeapNode: [HeapNode]] = [:]
    for task in heap.nodes where walker.kind(of: Address(heap.address(of: task))) == .task {
      let references = walker.reading(of: Address(heap.address(of: task))).references
      for object in Set(references.compactMap { heap.node(at: $0.target) }) {
        if held.contains(object) { found[object, default: []].append(task) }
      }
    }
    return found
  }

  private func awaitingFunctions(of task: HeapNode) -> [UInt] {
    walker.awaitingCode(ofTask: Address(heap.address(of: task)))
  }

  /// Finds the closures whose context is a held object. A closure that captures only one object has
  /// no context object of its own: the captured object is its context.
  ///
  /// Only closures that the runtime may retain are considered. A leaked or freed object may store a
  /// closure with the same context, but is not what keeps the context alive.
  ///
  /// - Parameters:
  ///   - keeper: The kind of object through which the runtime retains the objects. References from
  ///     tasks are considered only if this kind is ``RuntimeKeeper/task``.
  ///   - roots: The result of the search for roots, which includes what the runtime retains.
  /// - Returns: Two maps whose keys are held objects. `code` contains the functions of the closures
  ///   whose context is the object. `owners` contains the objects that store these closures, except
  ///   objects that are held themselves. If a held object is a context object, `owners` contains no
  ///   entry for it.
  ///
  /// - Complexity: O(references of the heap).
  private func closureOwners(
    of held: [HeapNode], retainedBy keeper: RuntimeKeeper, _ roots: RootScan
  ) -> (owners: [HeapNode: [HeapNode]], code: [HeapNode: [UInt]]) {
    var isHeld = [Bool](repeating: false, count: heap.addresses.count)
    for object in held { isHeld[object.index] = true }
    var found: [HeapNode: [HeapNode]] = [:]
    var code: [HeapNode: [UInt]] = [:]
    for owner in heap.nodes {
      guard heap.targets(of: owner).contains(where: { isHeld[$0.index] }),
        heap.strongCount(of: owner) != 0, !roots.isUnreached(owner),
        keeper == .task || walker.kind(of: Address(heap.address(of: owner))) != .task
      else { continue }
      for reference in walker.reading(of: Address(heap.address(of: owner))).references {
        guard reference.function != 0, let target = heap.node(at: reference.target),
          isHeld[target.index]
        else { continue }
        code[target, default: []].append(reference.function)
        guard !isHeld[owner.index], walker.kind(of: Address(reference.target)) != .closureContext
        else { continue }
        found[target, default: []].append(owner)
      }
    }
    return (found, code)
  }

  /// Marks objects as reached if only memory below the stack pointer of a thread refers to them.
  /// See ``RootScan/reachForeignStacks()``.
  ///
  /// - Returns: The number of marked objects of the program, which would be reported as leaked
  ///   without the mark.
  mutating func reachForeignStacks(_ roots: inout RootScan) -> Int {
    guard roots.hasForeignStacks else { return 0 }
    let lost = heap.nodes.filter { isHeldOrLost($0, roots) }
    roots.reachForeignStacks()
    let reached = lost.filter {
      !roots.isUnreached($0) && hasOwn([$0]) && !describer.belongsToLibrary($0)
    }
    if !reached.isEmpty { addHeldObjects(&roots) }
    return reached.count
  }

  private func isHeldOrLost(_ object: HeapNode, _ roots: RootScan) -> Bool {
    // Matching a pattern avoids `==`, which is a function call for a type of another module and
    // would run for each of millions of objects.
    guard case .unexplained = accounting.retention(of: object) else { return false }
    return roots.isUnreached(object)
  }

  /// Returns the allocation stack of an object. If objects of one type are allocated at several
  /// sites, each site counts as a separate mistake.
  private func site(of object: HeapNode) -> [UInt] {
    walker.allocationStack(of: heap.address(of: object))
  }

  /// The properties that the over-retained objects of a group share.
  private struct OverRetainedGroup: Hashable {
    var type: UInt
    var owned: TypeCounts
    var site: [UInt]
  }

  /// Adds the over-retained objects. They are grouped by type, by the types of the objects that
  /// they own and, up to ``maxSites``, by allocation stack.
  mutating func addOverRetained(_ unreached: UnreachedObjects) {
    var found: [ClassifiedObjects] = []
    var indexOf: [OverRetainedGroup: Int] = [:]
    for object in inOrder(unreached.overRetained, of: { [$0] }) {
      let behind = unreached.behind([object], isSelfRetained: false, listed: &listedBehind)
      guard hasOwn([object]) || hasOwn(behind) else { continue }
      var owned = TypeCounts(of: behind, in: heap)
      // After ``maxListed`` groups, only the types of the owned objects matter, not their number.
      if found.count >= Self.maxListed { owned.forgetNumbers() }
      let site = found.count < Self.maxSites ? site(of: object) : []
      let key = OverRetainedGroup(type: types(of: [object])[0], owned: owned, site: site)
      if let index = indexOf[key] {
        found[index].count += 1
        continue
      }
      indexOf[key] = found.count
      found.append(overRetained(object, behind: behind, unreached))
    }
    classes += found
  }

  private func overRetained(
    _ object: HeapNode, behind: [HeapNode], _ unreached: UnreachedObjects
  ) -> ClassifiedObjects {
    let owners = Int(accounting.unexplainedOwners(of: object))
    return ClassifiedObjects(
      reason: .overRetained(
        owners: owners, possibleOwners: owners - unreached.unexplainedOwners(of: object)),
      objects: [object], behind: behind,
      behindMemory: behind.map { ($0, Int(accounting.unexplainedOwners(of: $0))) }
        .filter { $0.owners > 0 })
  }
}

extension ObjectGraph.Kind {
  /// A Boolean value indicating whether an object of this kind is storage or a closure context, and
  /// therefore a part of its owner.
  fileprivate var isPart: Bool {
    switch self {
    case .array, .dictionary, .set, .box, .error, .closureContext: true
    case .classInstance, .actor, .task, .block, .function, .root, .unknown: false
    }
  }
}
