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
  /// Returns whether the object is on the heap, and neither a root nor an opened keeper keeps it
  /// alive; see ``ReachableMemory``.
  func isUnreached(_ object: HeapNode) -> Bool

  /// Returns the unreached blocks and objects that an unreached object may own through words that
  /// are not typed references. The result has one entry for each such word. For a task, it also has
  /// one entry for each block that contains frames of child tasks.
  func possibleTargets(of object: HeapNode) -> [PossibleTarget]

  /// Returns the objects in ``possibleTargets(of:)``, except tasks, that an object may own through
  /// `Unmanaged` values and raw pointers. The result has one entry for each value or pointer.
  func possibleUnmanagedTargets(of object: HeapNode) -> [HeapNode]

  /// Returns the unreached blocks and objects that a block of untyped memory may own. The result
  /// has one entry for each word that may own one of them.
  func possibleTargets(ofMemory block: Int) -> [PossibleTarget]
}
