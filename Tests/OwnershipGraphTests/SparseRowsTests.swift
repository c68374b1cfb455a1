import OwnershipGraph
import TestSupport
import Testing

@Suite struct SparseRowsTests {
  @Test func rowsAreStoredConsecutively() {
    let rows = SparseRows([[1, 2], [], [0, 0]])
    #expect(rows.offsets == [0, 2, 2, 4])
    #expect(rows.targets == [1, 2, 0, 0])
    #expect(Array(rows[2]) == [0, 0])
    #expect(rows.references(of: 1).isEmpty)
  }

  @Test func anEmptyGraphHasNoRows() {
    let rows = SparseRows([])
    #expect(rows.nodeCount == 0)
    #expect(rows.transposed() == rows)
  }

  @Test func aReferenceMayTargetANodeOfALaterRow() {
    var builder = SparseRowsBuilder(expectedNodes: 2, references: 1)
    #expect(builder.currentNode == 0)
    builder.addReference(to: 1)
    builder.endRow()
    #expect(builder.currentNode == 1)
    builder.endRow()
    #expect(builder.finished() == SparseRows([[1], []]))
  }

  @Test(arguments: 0..<300) func transposingReversesEveryReference(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let graph = RandomGraph(largest: 9, using: &generator)
    var expected = [[Int]](repeating: [], count: graph.rows.count)
    for (node, row) in graph.rows.enumerated() {
      for target in row { expected[target].append(node) }
    }
    #expect(graph.sparse.transposed() == SparseRows(expected), "\(graph)")
  }
}
