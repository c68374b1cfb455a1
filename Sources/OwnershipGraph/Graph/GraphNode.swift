/// The index of an object in the nodes of an ``ObjectGraph``.
///
/// Objects in a heap snapshot, objects in a survey, and nodes of a part of the graph have indices
/// of other types. Algorithms on a single graph use plain integers; see ``index``.
package struct GraphNode: Hashable, Comparable, Sendable, BitwiseCopyable {
  package let index: Int

  @inlinable package init(_ index: Int) { self.index = index }

  @inlinable package static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}
