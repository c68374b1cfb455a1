extension SparseRows {
  /// Creates rows from the targets of each node.
  ///
  /// - Precondition: Every target is an index of `rows`.
  package init(_ rows: [[Int]]) {
    var builder = SparseRowsBuilder()
    for row in rows {
      for target in row { builder.addReference(to: target) }
      builder.endRow()
    }
    self = builder.finished()
  }
}
