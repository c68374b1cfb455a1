/// The part of a run that a report covers.
///
/// Matrix cells are assigned to shards in turn: shard *i* of *n* runs the cells at indices *i* − 1,
/// *i* − 1 + *n*, and so on, so that slow cells are distributed over all shards.
package struct Shard: Hashable, Codable, Sendable {
  /// The number of this shard, from 1 to ``count``.
  package var index: Int
  package var count: Int
  /// The number of cells of all shards together.
  package var totalCells: Int
  /// A hash of the cell ids of all shards. It differs between runs that select different cells or
  /// use different versions of the matrix. The shards of such runs cannot be merged.
  package var matrix: String

  /// - Parameter cells: The ids of the cells of all shards, in order.
  package init(index: Int, count: Int, of cells: [String]) {
    precondition((1...max(1, count)).contains(index), "a shard must be one of 1 to \(count)")
    self.index = index
    self.count = count
    totalCells = cells.count
    matrix = Fingerprint.of(cells: cells)
  }

  /// The number of cells that this shard runs.
  package var shareCount: Int {
    totalCells < index ? 0 : (totalCells - index) / count + 1
  }

  /// Returns the elements that belong to this shard.
  package func share<Element>(of elements: [Element]) -> [Element] {
    stride(from: index - 1, to: elements.count, by: count).map { elements[$0] }
  }
}
