/// The classification of each object as leaked, in use, unexplained or released, derived from
/// reference counts and declared roots.
///
/// An object's strong count minus the number of strong references found to the object is the number
/// of its owners outside the graph. All objects that such an owner reaches stay alive. Of the other
/// objects, the members of cycles and the objects that they reach are never freed. CPython's cycle
/// collector finds garbage by the same rule (`subtract_refs`, in `gcmodule.c` up to Python 3.12).
/// The rule needs no scan of stacks, so a stale stack slot cannot hide a cycle.
///
///     // 0 <-> 1 -> 2, each retained once, 3 held by a root
///     let accounting = OwnershipAccounting(
///       of: SparseRows([[1], [0, 2], [], []]), strongCounts: [1, 1, 1, 1], roots: [3])
///     accounting.retentions  // [.inCycle, .inCycle, .behindCycle, .held]
///
/// - Complexity: O(*n* + *e*).
package struct OwnershipAccounting: Sendable {
  /// The classification of an object by its reference counts: leaked, in use, unexplained or
  /// released.
  package enum Retention: UInt8, Sendable {
    /// Leaked: the object is a member of a cycle, and no owner outside the graph reaches it.
    case inCycle
    /// Leaked: a leaked cycle reaches the object, and no owner outside the graph reaches it.
    case behindCycle
    /// A declared root reaches the object.
    case held
    /// The object is reached from an undeclared owner outside the graph, or from an object whose
    /// count is unknown or inconsistent.
    case unexplained
    /// Nothing retains the object: its count is zero, or only released objects refer to it. An
    /// object whose deinitializer runs is in this state.
    case released
  }

  /// The count of an immortal object, and of an object whose count could not be read. Such an
  /// object is treated as held from outside the graph.
  package static let unknownCount = UInt32.max

  /// The classification of each node.
  package let retentions: [Retention]
  /// For each node, the number of owners that no reference explains; 0 if the count is unknown or
  /// too small.
  package let unexplainedOwners: [UInt32]
  /// The nodes with more references than their count allows, in ascending order.
  ///
  /// The graph is wrong at these nodes: it contains a reference that does not exist, or the counts
  /// were read at a different moment. Such a node is treated as held from outside the graph,
  /// because a wrong count is no evidence of a leak. It may hide a leak; see ``contradicted``.
  package let inconsistent: [Int]
  /// The members of cycles that have probably leaked, although a reference contradicts this; see
  /// `ContradictedCycles`. In ascending order.
  package let contradicted: [Int]
  /// The cycles of the whole graph, whether leaked or not.
  package let cycles: RetainCycles

  /// Classifies each object, and determines how many of its owners are not explained by references.
  ///
  /// - Parameters:
  ///   - rows: The strong references of each object. A target occurs once for each retain.
  ///   - strongCounts: The strong reference count of each object.
  ///   - roots: The objects that are retained by known owners outside the graph.
  ///   - ignoresReleased: A Boolean value indicating whether references from objects whose
  ///     reference count is zero are not counted. Such an object has released its targets, or a
  ///     running thread is releasing them.
  package init(
    of rows: SparseRows, strongCounts: [UInt32], roots: some Sequence<Int>,
    ignoresReleased: Bool = false
  ) {
    precondition(
      strongCounts.count == rows.nodeCount, "strongCounts must contain one element per node")
    var found = [UInt32](repeating: 0, count: rows.nodeCount)
    for target in rows.targets { found[Int(target)] += 1 }
    if ignoresReleased {
      for node in strongCounts.indices where strongCounts[node] == 0 {
        for target in rows[node] { found[Int(target)] -= 1 }
      }
    }

    var unexplainedOwners = [UInt32](repeating: 0, count: rows.nodeCount)
    var inconsistent: [Int] = []
    var heldFromOutside: [Int] = []
    for node in strongCounts.indices {
      let count = strongCounts[node]
      if count == Self.unknownCount {
        heldFromOutside.append(node)
      } else if count < found[node] {
        inconsistent.append(node)
        heldFromOutside.append(node)
      } else if count > found[node] {
        unexplainedOwners[node] = count - found[node]
        heldFromOutside.append(node)
      }
    }

    var reachable = Reachability(nodeCount: rows.nodeCount)
    reachable.spread(from: roots, in: rows)
    let held = reachable.isReached
    reachable.spread(from: heldFromOutside, in: rows)
    let alive = reachable.isReached

    let cycles = RetainCycles(of: rows)
    var leaked = Reachability(nodeCount: rows.nodeCount)
    leaked.spread(
      from: alive.indices.lazy.filter { !alive[$0] && cycles.isMember($0) }, in: rows)
    retentions = alive.indices.map { node in
      if held[node] { return .held }
      if alive[node] { return .unexplained }
      if cycles.isMember(node) { return .inCycle }
      return leaked.isReached[node] ? .behindCycle : .released
    }
    contradicted =
      ContradictedCycles(
        of: rows, strongCounts: strongCounts, cycles: cycles, inconsistent: inconsistent,
        held: heldFromOutside, roots: roots
      ).members
    self.unexplainedOwners = unexplainedOwners
    self.inconsistent = inconsistent
    self.cycles = cycles
  }
}
