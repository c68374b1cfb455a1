/// A block or object that a word may own although no type shows it.
package enum Possession: Hashable, Sendable {
  case object(HeapNode)
  /// Untyped memory, identified by its block.
  case memory(Int)
}

/// The result of a search of roots, and the possible owners in the memory that the search has not
/// reached.
package protocol RootReachability {
  /// Returns whether the object is kept alive by neither a root nor an open keeper.
  func isUnreached(_ object: HeapNode) -> Bool

  /// Returns the blocks and objects that an unreached object may own in addition to its typed
  /// references, one entry for each word.
  func possessions(of object: HeapNode) -> [Possession]

  /// Returns the objects among ``possessions(of:)`` that an object may own through `Unmanaged`
  /// values and raw pointers, one entry for each value or pointer.
  func unmanagedPossessions(of object: HeapNode) -> [HeapNode]

  /// Returns the blocks and objects that a block of untyped memory may own, one entry for each
  /// word.
  func possessions(ofMemory block: Int) -> [Possession]
}
