import TestSupport
import Testing

@testable import Reporting

@Suite struct GraphLayoutTests {
  @Test(arguments: 0..<300) func `no two objects overlap, and every line ends at its objects`(
    seed: Int
  ) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...14, using: &generator)
    let references = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
      (
        from: Int.random(in: 0..<count, using: &generator),
        to: Int.random(in: 0..<count, using: &generator)
      )
    }
    let widths = (0..<count).map { _ in Double.random(in: 40...300, using: &generator) }
    let layout = GraphLayout(widths: widths, references: references, order: [0])
    #expect(layout.nodes.count == count && layout.ways.count == references.count)
    for left in 0..<count {
      #expect(layout.nodes[left].x - widths[left] / 2 >= 0)
      #expect(layout.nodes[left].x + widths[left] / 2 <= layout.width)
      #expect(layout.nodes[left].y + GraphLayout.nodeHeight / 2 <= layout.height)
      for right in 0..<left where layout.nodes[left].y == layout.nodes[right].y {
        let distance = abs(layout.nodes[left].x - layout.nodes[right].x)
        #expect(distance >= (widths[left] + widths[right]) / 2, "\(references)")
      }
    }
    for (index, way) in layout.ways.enumerated() {
      for (end, node) in [
        (way[0], references[index].from), (way[way.count - 1], references[index].to),
      ] {
        #expect(abs(end.x - layout.nodes[node].x) <= widths[node] / 2, "\(references)")
        #expect(abs(end.y - layout.nodes[node].y) <= GraphLayout.nodeHeight / 2, "\(references)")
      }
    }
  }

  @Test func `references lead down, but for the one that closes a ring`() {
    let layout = GraphLayout(
      widths: [60, 60, 60], references: [(from: 0, to: 1), (from: 1, to: 2), (from: 2, to: 0)],
      order: [0])
    #expect(layout.nodes[0].y < layout.nodes[1].y && layout.nodes[1].y < layout.nodes[2].y)
    // It bends around what is between.
    #expect(layout.ways.map(\.count) == [2, 2, 3])
  }
}
