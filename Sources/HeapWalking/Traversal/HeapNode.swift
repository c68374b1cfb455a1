/// The index of an object in a ``HeapSnapshot``.
///
/// This is a separate type, so that it cannot be confused with the index of a block of memory, of a
/// node in a description, or of a row in a search.
package struct HeapNode: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let index: Int

  @inlinable package init(_ index: Int) { self.index = index }

  @inlinable package static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
