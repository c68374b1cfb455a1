/// A type that builds sparse rows, one node after another, in the order of a walk.
///
///     var builder = SparseRowsBuilder()
///     builder.addReference(to: 1)
///     builder.endRow()             // node 0 is complete
///     builder.endRow()             // node 1 refers to nothing
///     let rows = builder.finished()
package struct SparseRowsBuilder {
  private var offsets: [UInt32] = [0]
  private var targets: [UInt32] = []
  private var largestTarget = -1

  /// Creates a builder without rows.
  ///
  /// - Parameters:
  ///   - nodes: The number of nodes for which memory is reserved.
  ///   - references: The number of references for which memory is reserved.
  package init(expectedNodes nodes: Int = 0, references: Int = 0) {
    offsets.reserveCapacity(nodes + 1)
    targets.reserveCapacity(references)
  }

  /// The node whose row is being written.
  package var currentNode: Int { offsets.count - 1 }

  /// Adds a reference from the current node. The target's row may be written later.
  ///
  /// - Precondition: `target` is not negative.
  package mutating func addReference(to target: Int) {
    precondition(target >= 0, "a target is a node's index")
    largestTarget = max(largestTarget, target)
    targets.append(UInt32(target))
  }

  /// Completes the current node's row.
  ///
  /// - Precondition: The number of references is below ``SparseRows/limit``.
  package mutating func endRow() {
    precondition(targets.count < SparseRows.limit, "too many references")
    offsets.append(UInt32(targets.count))
  }

  /// Returns the rows.
  ///
  /// - Precondition: Every target has a row, and the number of rows is below ``SparseRows/limit``.
  package consuming func finished() -> SparseRows {
    precondition(largestTarget < offsets.count - 1, "node \(largestTarget) has no row")
    precondition(offsets.count <= SparseRows.limit, "too many nodes")
    return SparseRows(checkedOffsets: offsets, targets: targets)
  }
}
