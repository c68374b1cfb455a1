/// The expected statuses of the objects in one instance of a group. They are computed from the
/// model alone.
struct InstanceTruth: Sendable {
  enum Status: Sendable {
    /// The object is reachable from a root.
    case alive
    /// Only the runtime or a system library keeps the object alive.
    case heldByRuntime
    case leaked
    case freed
  }

  private(set) var statuses: [Status]
  /// The leaked nodes on cycles of owning references.
  let cyclic: Set<Int>
  /// The leaked nodes on cycles of typed references, except those that may be alive. A report must
  /// describe them as members of cycles.
  let requiredCyclic: Set<Int>
  /// The leaked nodes that may be on a cycle. An untyped word or an `Unmanaged` field may own an
  /// over-retained node of such a cycle, but memory does not show whether it does.
  let possiblyCyclic: Set<Int>
  /// The leaked nodes that are over-retained.
  let overRetained: Set<Int>
  /// The leaked nodes that a report must contain.
  ///
  /// Only the following leaked nodes may be missing:
  /// 1. A node that is over-retained and to which a word of untyped memory or an `Unmanaged` field
  ///    refers. That word may be its owner.
  /// 2. A node that leaked objects own only through untyped memory, and nodes reachable only from
  ///    such a node.
  /// 3. A node that may be alive; see ``possiblyAlive(_:held:strays:candidates:)``.
  /// 4. A node that can resume a task, and nodes that it owns, if code that runs later can load the
  ///    node from a weak or unowned reference; see ``resumable(_:by:)``.
  let required: Set<Int>
  /// The nodes of ``required`` that a report must describe as over-retained.
  let requiredOverRetained: Set<Int>
  /// The nodes that are not kept alive by typed references alone. An owner in untyped memory or an
  /// unbalanced retain may keep them alive as well.
  let unprovable: Set<Int>
  /// The nodes with a retain that an analysis may be unable to explain by a reference.
  let unexplained: Set<Int>

  /// - Parameter strays: The nodes to which stray words in the reachable memory of another instance
  ///   may refer; see ``ObjectGroup/targetsOfStrayWords``.
  init(_ instance: GroupInstance, edges: [Edge], nodeCount: Int, strays: Set<Int> = []) {
    let owning = edges.filter(\.isOwning)
    let roots = instance.roots
    let alive = reachable(from: roots.filter { !$0.kind.isRuntime }.map(\.node), owning)
    let held = reachable(from: roots.map(\.node), owning)
    let retained = Set(instance.retains.keys)
    let allCyclic = cyclicNodes(owning)
    let leaked = reachable(from: retained.union(allCyclic), owning).subtracting(held)
    statuses = (0..<nodeCount).map { node in
      if alive.contains(node) { return .alive }
      if held.contains(node) { return .heldByRuntime }
      return leaked.contains(node) ? .leaked : .freed
    }
    cyclic = allCyclic.intersection(leaked)
    let typed = owning.filter { $0.strength == .typed }
    let typedCyclic = cyclicNodes(typed).intersection(leaked)
    overRetained = retained.intersection(leaked)
    possiblyCyclic = cyclicNodes(
      owning + edges.filter { $0.strength == .possible && retained.contains($0.to) }
    ).intersection(leaked)

    let kept = alive.union(held).union(leaked)
    let words = edges.filter { $0.strength == .possible && kept.contains($0.from) }.map(\.to)
    let possiblyAlive = Self.possiblyAlive(
      edges, held: held, strays: strays,
      candidates: overRetained.union(owning.lazy.filter(\.isScanned).map(\.to))
    ).union(Self.resumable(edges, by: roots).subtracting(held))
    requiredOverRetained = overRetained.subtracting(words).subtracting(possiblyAlive)
    requiredCyclic = typedCyclic.subtracting(possiblyAlive)
    required = reachable(
      from: requiredOverRetained.union(cyclic.subtracting(possiblyAlive)), typed
    ).intersection(leaked).subtracting(possiblyAlive)
    // An owner on the same cycle is part of the cycle, whether its reference was read by type or
    // found by a scan.
    let scanned = edges.filter { edge in
      edge.isScanned && kept.contains(edge.from)
        && !reachable(from: [edge.to], owning).contains(edge.from)
    }
    unprovable = retained.union(scanned.lazy.filter { $0.strength == .untyped }.map(\.to))
    unexplained = retained.union(scanned.lazy.map(\.to))
  }

  /// Returns the nodes outside `held` that may be reachable.
  ///
  /// These are the nodes to which an untyped word or an `Unmanaged` field of a reachable node
  /// refers, because that word may be their owner, and all nodes that they own. The word may also
  /// be a stray word in the memory of another instance.
  ///
  /// - Parameter candidates: The nodes that have a retain that no typed reference explains.
  private static func possiblyAlive(
    _ edges: [Edge], held: Set<Int>, strays: Set<Int>, candidates: Set<Int>
  ) -> Set<Int> {
    let owning = edges.filter(\.isOwning)
    var alive = held.union(reachable(from: strays.intersection(candidates), owning))
    while true {
      let owned = edges.lazy.filter { $0.strength == .possible && alive.contains($0.from) }
        .map(\.to).filter(candidates.contains)
      let reached = alive.union(reachable(from: owned, owning))
      if reached == alive { return alive.subtracting(held) }
      alive = reached
    }
  }

  /// Returns the nodes that can resume a task if code that runs later loads them from a weak or
  /// unowned reference. The result includes all nodes that these nodes own.
  ///
  /// Such code is a suspended task, a thread, or a closure that a reachable object stores. A
  /// closure loads references that it, or an object that it captures, contains. It may add elements
  /// to a stream, but it does not end the loop over the stream.
  private static func resumable(_ edges: [Edge], by roots: [GroupInstance.Root]) -> Set<Int> {
    let owning = edges.filter(\.isOwning)
    let kept = reachable(from: roots.map(\.node), owning)
    let code = roots.filter { $0.kind.isRuntime || $0.kind.isConcurrent }.map(\.node)
    // The task of a reachable object can be resumed, and uses the object.
    let ownersOfTasks = edges.filter { $0.resumes != nil && kept.contains($0.from) }.map(\.from)
    let used = reachable(from: code + ownersOfTasks, owning)
    let captured = Set(
      owning.lazy.filter { $0.isCaptured && kept.contains($0.from) }.map(\.to)
    ).union(roots.lazy.filter { $0.shape?.isCaptured.contains(true) == true }.map(\.node))
    return loaded(edges, resuming: [.continuation, .stream]) { used.contains($0.from) }
      .union(
        loaded(edges, resuming: [.continuation]) {
          captured.contains($0.from) || ($0.isCaptured && kept.contains($0.from))
        })
  }

  /// Returns the targets of those weak and unowned references that satisfy a predicate and lead to
  /// an object that can resume a task, and all nodes that the targets own.
  private static func loaded(
    _ edges: [Edge], resuming kinds: Set<Edge.Resumption>, where isUsed: (Edge) -> Bool
  ) -> Set<Int> {
    let owning = edges.filter(\.isOwning)
    let resuming = Set(edges.lazy.filter { $0.resumes.map(kinds.contains) == true }.map(\.from))
    return edges.filter { $0.strength == .nonOwning && isUsed($0) }
      .map { reachable(from: [$0.to], owning) }
      .filter { !$0.isDisjoint(with: resuming) }
      .reduce(into: []) { $0.formUnion($1) }
  }

  func nodes(_ status: Status) -> [Int] { statuses.indices.filter { statuses[$0] == status } }
}

/// The expected statuses of the objects of a program. They are computed from the model alone.
struct ProgramTruth: Sendable {
  /// The expected statuses, by group and instance.
  let instances: [[InstanceTruth]]
  /// The number that identifies the first node of each instance, by group and instance.
  let firstNumbers: [[Int]]

  init(_ program: FuzzProgram) {
    instances = program.groups.map { group in
      let edges = group.edges
      let hasReachable = group.instances.contains { !$0.roots.isEmpty }
      let strays = hasReachable ? group.targetsOfStrayWords : []
      return group.instances.map {
        InstanceTruth($0, edges: edges, nodeCount: group.nodes.count, strays: strays)
      }
    }
    var next = 1
    firstNumbers = program.groups.map { group in
      group.instances.map { _ in
        defer { next += group.nodes.count }
        return next
      }
    }
  }

  /// Returns the numbers of the nodes that have one of the given statuses, in ascending order.
  func numbers(_ statuses: Set<InstanceTruth.Status>) -> [Int] {
    var numbers: [Int] = []
    for (truths, firsts) in zip(instances, firstNumbers) {
      for (truth, first) in zip(truths, firsts) {
        for (node, status) in truth.statuses.enumerated() where statuses.contains(status) {
          numbers.append(first + node)
        }
      }
    }
    return numbers
  }

  /// Returns the numbers of the nodes that still exist after all removable roots are removed.
  func numbersWithoutRoots(_ program: FuzzProgram) -> [Int] {
    var program = program
    for group in program.groups.indices {
      for instance in program.groups[group].instances.indices {
        program.groups[group].instances[instance].roots.removeAll { !$0.kind.isPermanent }
      }
    }
    return ProgramTruth(program).numbers([.alive, .heldByRuntime, .leaked])
  }

  /// A Boolean value indicating whether the report must contain a leak.
  var mustLeak: Bool { instances.joined().contains { !$0.required.isEmpty } }

  /// A Boolean value indicating whether the report may contain a leak.
  var mayLeak: Bool { instances.joined().contains { !$0.nodes(.leaked).isEmpty } }
}
