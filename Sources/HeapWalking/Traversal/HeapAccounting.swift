package import OwnershipGraph

/// The reason why each object of a ``HeapSnapshot`` is alive: an ``OwnershipAccounting`` with a
/// node for each object.
package struct HeapAccounting: Sendable {
  @usableFromInline let accounting: OwnershipAccounting

  /// Determines why each object is alive, and how many of its owners are not explained by
  /// references.
  ///
  /// - Parameters:
  ///   - roots: The objects that are retained by known owners outside the heap.
  ///   - ignoresReleased: A Boolean value indicating whether references from objects whose
  ///     reference count is zero are ignored.
  /// - Complexity: O(objects + references).
  package init(of heap: HeapSnapshot, roots: [HeapNode] = [], ignoresReleased: Bool = false) {
    accounting = OwnershipAccounting(
      of: heap.references, strongCounts: heap.strongCounts, roots: roots.map(\.index),
      ignoresReleased: ignoresReleased)
  }

  /// Returns why an object is alive.
  @inlinable package func retention(of node: HeapNode) -> OwnershipAccounting.Retention {
    accounting.retentions[node.index]
  }

  /// Returns how many owners of an object are not explained by the references that were found.
  @inlinable package func unexplainedOwners(of node: HeapNode) -> UInt32 {
    accounting.unexplainedOwners[node.index]
  }

  /// Returns whether an object is leaked. A leaked object is a member of a leaked cycle or is
  /// reachable from one, and is retained only by objects of the heap.
  @inlinable package func isLeaked(_ node: HeapNode) -> Bool {
    switch retention(of: node) {
    case .inCycle, .behindCycle: true
    case .held, .unexplained, .released: false
    }
  }

  /// Returns whether two objects are members of the same cycle, which may be leaked or in use. The
  /// result is also `true` if both nodes are the same.
  package func retainEachOther(_ left: HeapNode, _ right: HeapNode) -> Bool {
    let components = accounting.cycles.components.componentOf
    return components[left.index] == components[right.index]
  }

  /// A list of the members of each leaked cycle, in ascending order. The cycles are ordered by
  /// their first member.
  ///
  /// - Complexity: O(objects).
  package var leakedCycles: [[HeapNode]] {
    accounting.cycles.memberLists().filter { accounting.retentions[$0[0]] == .inCycle }
      .map { $0.map(HeapNode.init) }
  }

  /// The objects to which more strong references were found than their retain count allows, in
  /// ascending order.
  package var inconsistent: [HeapNode] { accounting.inconsistent.map(HeapNode.init) }

  /// The members of cycles that have probably leaked, although a reference contradicts this, in
  /// ascending order; see ``OwnershipAccounting/contradicted``.
  package var contradicted: [HeapNode] { accounting.contradicted.map(HeapNode.init) }
}
