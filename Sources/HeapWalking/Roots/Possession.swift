/// A block or object that a word may own, although the type of the word does not show it.
package enum Possession: Hashable, Sendable {
  case object(HeapNode)
  /// Untyped memory, identified by the index of its block.
  case memory(Int)
}

/// The result of a search of roots, and the possible owners in memory that the search has not
/// reached.
package protocol RootReachability {
  /// Returns whether no root and no opened keeper keeps the object alive; see ``ReachableMemory``.
  func isUnreached(_ object: HeapNode) -> Bool

  /// Returns the blocks and objects that an unreached object may own in addition to the targets of
  /// its typed references, with one entry for each word.
  func possessions(of object: HeapNode) -> [Possession]

  /// Returns the objects in ``possessions(of:)`` that an object may own through `Unmanaged` values
  /// and raw pointers, with one entry for each value or pointer.
  func unmanagedPossessions(of object: HeapNode) -> [HeapNode]

  /// Returns the blocks and objects that a block of untyped memory may own, with one entry for each
  /// word.
  func possessions(ofMemory block: Int) -> [Possession]
}
