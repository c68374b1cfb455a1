/// The references of a whole heap as compressed sparse rows.
///
/// Node *v* refers to `targets[offsets[v] ..< offsets[v + 1]]`. Nodes and references have 32-bit
/// indices, which halves the memory that the algorithms read.
package struct SparseRows: Hashable, Sendable {
  /// The maximum number of elements in ``offsets`` and in ``targets``. The limit leaves one bit of
  /// each 32-bit index free, which the algorithms use as a flag.
  package static let limit = Int(Int32.max) - 1

  /// For each node, the index in ``targets`` at which the node's row begins. The last element is
  /// the number of targets.
  package let offsets: [UInt32]
  /// The referenced nodes, row after row.
  package let targets: [UInt32]

  package var nodeCount: Int { offsets.count - 1 }
  package var referenceCount: Int { targets.count }

  /// Creates rows from arrays in the final layout.
  ///
  /// - Precondition: `offsets` starts at 0, never decreases, and ends with `targets.count`; every
  ///   target is less than `offsets.count - 1`; neither array has more than ``limit`` elements.
  /// - Complexity: O(*n* + *e*), to check the precondition.
  package init(offsets: [UInt32], targets: [UInt32]) {
    precondition(offsets.first == 0, "the first row must start at 0")
    precondition(
      Int(offsets[offsets.count - 1]) == targets.count, "the last row must end at the end")
    precondition(max(offsets.count, targets.count) <= Self.limit, "too many nodes or references")
    precondition(zip(offsets, offsets.dropFirst()).allSatisfy(<=), "rows must be in order")
    let nodeCount = UInt32(offsets.count - 1)
    precondition(targets.allSatisfy { $0 < nodeCount }, "every target must be a node")
    self.init(checkedOffsets: offsets, targets: targets)
  }

  /// Creates rows from arrays that satisfy the precondition of ``init(offsets:targets:)``, without
  /// checking it.
  package init(checkedOffsets offsets: [UInt32], targets: [UInt32]) {
    self.offsets = offsets
    self.targets = targets
  }

  /// Returns the reversed references: for each node, the nodes that refer to it, in ascending
  /// order.
  ///
  /// The algorithm is a counting sort, with two passes over the references and no comparison.
  ///
  /// - Complexity: O(*n* + *e*).
  package func transposed() -> SparseRows {
    var starts = [UInt32](repeating: 0, count: nodeCount + 1)
    var sources = [UInt32](repeating: 0, count: targets.count)
    do {
      var starts = starts.mutableSpan
      let targets = targets.span
      for reference in targets.indices { starts[Int(targets[reference])] += 1 }
      // At first, `starts` contains the end of each row. Filling a row from its end decreases this
      // index to the start of the row.
      var end: UInt32 = 0
      for node in 0..<nodeCount {
        end += starts[node]
        starts[node] = end
      }
      starts[nodeCount] = end
      var sources = sources.mutableSpan
      let offsets = offsets.span
      for node in (0..<nodeCount).reversed() {
        for reference in (Int(offsets[node])..<Int(offsets[node + 1])).reversed() {
          let target = Int(targets[reference])
          let position = starts[target] - 1
          starts[target] = position
          sources[Int(position)] = UInt32(truncatingIfNeeded: node)
        }
      }
    }
    return SparseRows(checkedOffsets: starts, targets: sources)
  }

  /// Returns the positions of a node's references in ``targets``.
  package func references(of node: Int) -> Range<Int> {
    Int(offsets[node])..<Int(offsets[node + 1])
  }

  /// The nodes to which a node refers, with repetitions, in the order of the node's fields.
  package subscript(node: Int) -> ArraySlice<UInt32> { targets[references(of: node)] }
}
