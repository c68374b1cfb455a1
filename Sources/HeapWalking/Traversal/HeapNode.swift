/// The index of an object in a ``HeapSnapshot``.
///
/// Blocks of memory, nodes of a description and rows of a search have other indices.
package struct HeapNode: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let index: Int

  @inlinable package init(_ index: Int) { self.index = index }

  @inlinable package static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
