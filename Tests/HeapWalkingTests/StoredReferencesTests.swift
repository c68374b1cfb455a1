import OwnershipGraph
import TestSupport
import Testing

@testable import HeapWalking

/// Tests of the words that store references, grouped by edge.
@Suite struct StoredReferencesTests {
  /// Words are added for a few edges in random order. Each group must contain the same words as the
  /// entry of its edge in a dictionary.
  @Test(arguments: 0..<20 as Range<UInt64>) func eachWordIsInTheGroupOfItsEdge(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let edges = (0..<Int.random(in: 1...6, using: &generator)).map {
      StoredReferences.Edge(
        from: GraphNode($0 % 2), to: GraphNode($0 % 3), label: $0 < 3 ? "next" : "previous")
    }
    var stored = StoredReferences()
    var expected: [StoredReferences.Edge: [StoredReferences.Word]] = [:]
    for number in 0..<200 as Range<UInt> {
      let edge = edges.randomElement(using: &generator) ?? edges[0]
      let slot = ReferenceSlot(address: 8 * number, followsCode: false)
      let word = StoredReferences.Word(slot: slot, target: number % 7)
      stored.add(word, storing: edge)
      expected[edge, default: []].append(word)
    }
    #expect(stored.groups.count == expected.count)
    for group in stored.groups { #expect(group.words == expected[group.edge]) }
    #expect(stored.words.count { _ in true } == 200)
  }
}
