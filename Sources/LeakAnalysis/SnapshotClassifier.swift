import HeapWalking
import OwnershipGraph

/// A type that classifies the objects of a matrix cell as leaked in cycles, retained by declared
/// roots, or retained by other owners, which may be unknown.
struct SnapshotClassifier {
  /// A registered or watched object that is alive.
  struct Candidate {
    var node: HeapNode
    /// The names of the declared roots that reach the object.
    var roots: [String]
  }

  let heap: HeapSnapshot
  let accounting: HeapAccounting
  /// A closure that returns a number that identifies an object's type.
  let type: (HeapNode) -> UInt

  /// Returns the leaked cycles, then the surviving objects that roots hold, then those with another
  /// owner: `runtimeOwner`, a global variable, or an unknown owner.
  ///
  /// - Parameters:
  ///   - runtimeOwner: The name to report for an owner that is not found; `nil` if the caller has
  ///     no name for it. With a name, all objects with such an owner are listed, not only
  ///     survivors.
  ///   - variable: A closure that returns the name of a global variable that retains an object;
  ///     `nil` if there is none.
  func classes(
    of survivors: [Candidate], runtimeOwner: String?, variable: (HeapNode) -> String? = { _ in nil }
  ) -> [ClassifiedObjects] {
    let held = survivors.filter { retention(of: $0.node) == .held }.groups(by: \.roots)
    let unexplained = survivors.filter { retention(of: $0.node) == .ownerUnexplained }.map(\.node)
    return cycles
      + held.map { roots, objects in
        ClassifiedObjects(reason: .held(roots: roots), objects: objects.map(\.node))
      } + (unexplained.isEmpty ? [] : unowned(unexplained, by: runtimeOwner, variable))
  }

  private func unowned(
    _ objects: [HeapNode], by runtimeOwner: String?, _ variable: (HeapNode) -> String?
  ) -> [ClassifiedObjects] {
    if let runtimeOwner {
      let kept = heap.nodes.filter { accounting.retention(of: $0) == .unexplained }
      return [ClassifiedObjects(reason: .heldByNamedOwner(runtimeOwner), objects: Array(kept))]
    }
    // Objects with an unexplained owner come first. They may retain the others.
    let owned = objects.filter { accounting.unexplainedOwners(of: $0) > 0 }
    var reachability = Reachability(nodeCount: heap.addresses.count)
    reachability.spread(from: owned.map(\.index), in: heap.references)
    let starts = Set(owned)
    let behind = objects.filter { reachability.isReached[$0.index] && !starts.contains($0) }
    let known = starts.union(behind)
    let heads = owned + objects.filter { !known.contains($0) }
    return heads.groups(by: variable).map { name, heads in
      ClassifiedObjects(
        reason: name.map { .heldByVariable($0) } ?? .unexplained,
        objects: heads, behind: behind)
    }
  }

  func retention(of node: HeapNode) -> Survivor.Retention {
    switch accounting.retention(of: node) {
    case .inCycle: .leakedInCycle
    case .behindCycle: .leakedBehindCycle
    case .held: .held
    // An object without retains is being deallocated. Only a stack can still refer to it.
    case .unexplained, .released: .ownerUnexplained
    }
  }

  /// The maximum number of cycles of the same types that are listed. A mistake in a loop leaks the
  /// same cycle hundreds of times, and describing and explaining each takes a long time.
  private static let maxListed = 30
  /// The maximum number of objects of other leaks that are listed with a cycle.
  private static let maxHolders = 20

  private var cycles: [ClassifiedObjects] {
    var countOf: [[UInt]: Int] = [:]
    return accounting.leakedCycles.filter { members in
      let types = members.map(type).sorted()
      countOf[types, default: 0] += 1
      return countOf[types, default: 0] <= Self.maxListed
    }.map(cycle)
  }

  private func cycle(of members: [HeapNode]) -> ClassifiedObjects {
    let behind = nodesBehind(members)
    return ClassifiedObjects(
      reason: .cycle(isProvable: true), objects: members, behind: behind,
      holders: Array(leakedHolders(of: members + behind).prefix(Self.maxHolders)))
  }

  /// Returns the leaked nodes that are in no cycle and that the members reach without passing
  /// through another cycle.
  private func nodesBehind(_ members: [HeapNode]) -> [HeapNode] {
    var isTaken = [Bool](repeating: false, count: heap.addresses.count)
    return LeakedComponents.behind(members, heap, accounting, &isTaken)
  }

  /// Returns the leaked objects outside `nodes` that refer to one of `nodes`.
  private func leakedHolders(of nodes: [HeapNode]) -> [HeapNode] {
    let held = Set(nodes)
    return heap.nodes.filter { node in
      accounting.isLeaked(node) && !held.contains(node)
        && heap.targets(of: node).contains { held.contains($0) }
    }
  }
}
