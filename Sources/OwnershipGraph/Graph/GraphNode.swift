/// The index of an object in the nodes of an ``ObjectGraph``.
///
/// This is a separate type, so that it cannot be confused with the index of an object in a heap
/// snapshot, in an `ObjectSurvey` or in a part of the graph. Algorithms on a single graph use the
/// integer ``index`` instead.
package struct GraphNode: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let index: Int

  @inlinable package init(_ index: Int) { self.index = index }

  @inlinable package static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
