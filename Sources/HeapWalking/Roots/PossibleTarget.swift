/// An object or a block of memory to which a word refers. The word's type does not show whether the
/// word owns this target.
package enum PossibleTarget: Hashable, Sendable {
  case object(HeapNode)
  /// Untyped memory, identified by the index of its block.
  case memory(Int)
}

/// The result of a search that started at the roots. For memory that the search has not reached, it
/// also lists the blocks and objects that this memory may own.
package protocol RootReachability {
  /// Returns whether no root and no opened keeper keeps the object alive; see ``ReachableMemory``.
  func isUnreached(_ object: HeapNode) -> Bool

  /// Returns the blocks and objects that an unreached object may own through words that are not
  /// typed references. The result has one entry for each such word.
  func possibleTargets(of object: HeapNode) -> [PossibleTarget]

  /// Returns the objects in ``possibleTargets(of:)`` that an object may own through `Unmanaged`
  /// values and raw pointers. The result has one entry for each value or pointer.
  func possibleUnmanagedTargets(of object: HeapNode) -> [HeapNode]

  /// Returns the blocks and objects that a block of untyped memory may own. The result has one
  /// entry for each word that may own something.
  func possibleTargets(ofMemory block: Int) -> [PossibleTarget]
}
