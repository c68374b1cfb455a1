package import OwnershipGraph

/// The strong references between all objects that a walk reached, in compact form.
package struct HeapSnapshot {
  /// The addresses of the objects in order of discovery. The index of an address in this array is
  /// the index of the object's ``HeapNode``.
  package let addresses: [UInt]
  /// For each object, its strong reference count; ``OwnershipAccounting/unknownCount`` for immortal
  /// objects, objects without a count, and objects that were not walked.
  package let strongCounts: [UInt32]
  /// For each object, a row of the objects to which it strongly refers. A row contains one entry
  /// for each retain.
  package let references: SparseRows
  package let coverage: Coverage
  /// A Boolean value indicating whether all objects that were found were also walked. A walk that
  /// reaches its limit may leave objects unread.
  package let isComplete: Bool
  let index: ObjectIndex

  /// Returns the node of the object at `address`; `nil` if the walk did not reach it.
  package func node(at address: UInt) -> HeapNode? { index[address].map { HeapNode(Int($0)) } }

  /// All objects, in order of discovery.
  @inlinable package var nodes: some RandomAccessCollection<HeapNode> {
    addresses.indices.lazy.map(HeapNode.init)
  }

  @inlinable package func address(of node: HeapNode) -> UInt { addresses[node.index] }

  @inlinable package func strongCount(of node: HeapNode) -> UInt32 { strongCounts[node.index] }

  /// Returns the objects to which an object strongly refers, with repetitions, in the order of the
  /// object's fields.
  @inlinable package func targets(of node: HeapNode) -> some RandomAccessCollection<HeapNode> {
    references[node.index].lazy.map { HeapNode(Int($0)) }
  }

  /// The size of the snapshot in bytes, including all address space of the index.
  package var memoryUse: Int {
    addresses.count * 8 + strongCounts.count * 4 + references.offsets.count * 4
      + references.targets.count * 4 + index.memoryUse
  }
}
