import TestSupport
import Testing

@testable import Reporting

@Suite struct GraphLayoutTests {
  /// The box that an object or a label occupies.
  private struct Box {
    var left, right, top, bottom: Double

    init(_ middle: GraphLayout.Point, _ size: GraphLayout.Size) {
      left = middle.x - size.width / 2
      right = middle.x + size.width / 2
      top = middle.y - size.height / 2
      bottom = middle.y + size.height / 2
    }

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  @Test(arguments: 0..<300) func objectsAndLabelsDoNotOverlapAndLinesEndAtTheirObjects(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...14, using: &generator)
    let references = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
      (
        from: Int.random(in: 0..<count, using: &generator),
        to: Int.random(in: 0..<count, using: &generator)
      )
    }
    let sizes = (0..<count).map { _ in
      GraphLayout.Size(
        width: Double.random(in: 40...300, using: &generator),
        height: Bool.random(using: &generator) ? 32 : 46)
    }
    let labels = references.map { _ in
      GraphLayout.Size(width: Double.random(in: 0...190, using: &generator), height: 16)
    }
    let layout = GraphLayout(sizes: sizes, references: references, labels: labels, order: [0])
    #expect(layout.nodes.count == count && layout.paths.count == references.count)
    let boxes =
      zip(layout.nodes, sizes).map(Box.init)
      + zip(layout.labels, labels).enumerated()
      .filter { references[$0.offset].from != references[$0.offset].to }
      .map { Box($0.element.0, $0.element.1) }
    for (index, box) in boxes.enumerated() {
      #expect(box.left >= 0 && box.right <= layout.width)
      #expect(box.top >= 0 && box.bottom <= layout.height)
      for other in boxes[..<index] { #expect(!box.overlaps(other), "\(references)") }
    }
    for (index, path) in layout.paths.enumerated() {
      for (end, node) in [
        (path[0], references[index].from), (path[path.count - 1], references[index].to),
      ] {
        #expect(abs(end.x - layout.nodes[node].x) <= sizes[node].width / 2, "\(references)")
        #expect(abs(end.y - layout.nodes[node].y) <= sizes[node].height / 2, "\(references)")
      }
    }
  }

  @Test func onlyTheReferenceThatClosesACyclePointsUp() {
    let layout = GraphLayout(
      sizes: Array(repeating: .init(width: 60, height: 32), count: 3),
      references: [(from: 0, to: 1), (from: 1, to: 2), (from: 2, to: 0)],
      labels: Array(repeating: .init(width: 40, height: 16), count: 3), order: [0])
    #expect(layout.nodes[0].y < layout.nodes[1].y && layout.nodes[1].y < layout.nodes[2].y)
    // Each line passes through its label. The last line bends around the objects between its ends.
    #expect(layout.paths.map(\.count) == [3, 3, 5])
  }
}
