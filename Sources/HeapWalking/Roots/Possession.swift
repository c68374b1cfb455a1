/// What a word of untyped memory may own.
package enum Possession: Hashable, Sendable {
  case object(HeapNode)
  /// Memory without a type, by its block.
  case memory(Int)
}

/// What a search of roots has reached, and what the memory that it has not reached may own.
package protocol RootReachability {
  /// Returns whether neither a root nor an open keeper keeps the object alive.
  func isUnreached(_ object: HeapNode) -> Bool

  /// Returns what an object that is not reached may own beside what its types say, one entry
  /// for each word.
  func possessions(of object: HeapNode) -> [Possession]

  /// Returns the objects among ``possessions(of:)`` to which `Unmanaged` values and raw pointers
  /// lead, one entry for each.
  func unmanagedPossessions(of object: HeapNode) -> [HeapNode]

  /// Returns what memory that is no object may own, one entry for each word.
  func possessions(ofMemory block: Int) -> [Possession]
}
