package import OwnershipGraph

/// The strong references between all objects that a walk reached, in compact form.
package struct HeapSnapshot {
  /// The objects, in order of discovery; the position is the object's node.
  package let addresses: [UInt]
  /// For each object its strong reference count; ``OwnershipAccounting/unknownCount``
  /// for immortal objects and those that have none.
  package let strongCounts: [UInt32]
  /// For each object the objects it strongly refers to, one entry a retain.
  package let references: SparseRows
  package let coverage: Coverage
  /// The walk reached its end: false when it was cut short by its limit.
  package let isComplete: Bool
  let index: ObjectIndex

  /// The node of the object at `address`; `nil` if the walk did not reach it.
  package func node(at address: UInt) -> Int? { index[address].map(Int.init) }

  /// The bytes that the snapshot takes.
  package var memoryUse: Int {
    addresses.count * 8 + strongCounts.count * 4 + references.offsets.count * 4
      + references.targets.count * 4 + index.memoryUse
  }
}
