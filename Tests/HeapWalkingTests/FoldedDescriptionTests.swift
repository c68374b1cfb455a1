import OwnershipGraph
import TestSupport
import Testing

@testable import HeapWalking

private final class Link {
  var next: Link?
  var others: [Link] = []
  var byName: [String: Link] = [:]
  var onChange: (() -> Void)?
  var onMove: ((Link) -> Void)?
  var payload: Any?
  weak var previous: Link?

  func move(to other: Link) {}
}

private final class Leaf {}

private indirect enum Chain {
  case end
  case link(Int, Chain, Leaf?)
}

private final class ChainOwner {
  var chain = Chain.end
}

private final class Button {
  let press: () -> Void

  init(_ leaf: Leaf) { press = { withExtendedLifetime(leaf) {} } }
}

/// Tests that two descriptions are equal: one that is made by type, and one that contains all
/// objects and is then merged by type.
@Suite struct FoldedDescriptionTests {
  private let walker = HeapWalker()

  /// Returns links with random references of every kind.
  private func links(seed: UInt64) -> [Link] {
    var random = SeededGenerator(seed: seed)
    let links = (0..<40).map { _ in Link() }
    func any() -> Link { links[Int.random(in: 0..<links.count, using: &random)] }
    for link in links {
      let other = any()
      switch Int.random(in: 0..<8, using: &random) {
      case 0: link.next = other
      case 1: link.others = (0..<Int.random(in: 0..<5, using: &random)).map { _ in any() }
      case 2: link.byName = ["a": any(), "b": any()]
      case 3: link.onChange = { [link] in link.move(to: other) }
      case 4: link.onMove = other.move
      case 5: link.onChange = { [other] in other.next = nil }
      case 6: link.payload = [[other], [any()]]
      default: link.payload = Leaf()
      }
      link.previous = any()
    }
    return links
  }

  private func addresses(from links: [Link]) -> [UInt] {
    let heap = walker.walk(from: links.map { Address(of: $0) })
    return heap.addresses.sorted {
      (Address($0).metadataWord, $0) < (Address($1).metadataWord, $1)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func matchesTheFullDescriptionMergedByType(seed: UInt64) throws {
    let links = links(seed: seed)
    defer { for link in links { link.next = nil; link.onChange = nil; link.onMove = nil } }
    let objects = addresses(from: links)
    let description = walker.describe(objects, names: ObjectNames(), locates: true)
    var graph = description.graph
    for node in graph.nodes.indices { graph.nodes[node].role = .cycle }
    let (merged, referenceOf) = graph.mergedByType()
    let folded = walker.describeByType(objects, names: ObjectNames()) { _ in .cycle }

    #expect(folded.graph == merged)
    #expect(folded.coverage == description.coverage)
    #expect(folded.owners == description.owners)
    #expect(folded.nodeOf.keys.sorted() == description.nodeOf.keys.sorted())
    let words = Set(folded.storedReferences.words.map(\.slot))
    #expect(words == Set(description.storedReferences.words.map(\.slot)))
    #expect(referenceOf.count > folded.graph.references.count)
    withExtendedLifetime(links) {}
  }

  /// The closure captures only one object, which is therefore the context of the function value.
  @Test func theDeclarationOfAPropertyBelongsToTheReferenceToTheClosure() {
    let leaf = Leaf()
    let button = Button(leaf)
    let objects = walker.walk(from: [Address(of: button)]).addresses
    let full = walker.describe(objects, names: ObjectNames(), locates: true).graph
    let folded = walker.describeByType(objects, names: ObjectNames()) { _ in .cycle }.graph
    for graph in [full, folded] {
      #expect(Set(graph.references.map(\.label)) == ["press", "capture: Leaf"])
      for reference in graph.references {
        let isProperty = reference.label == "press"
        #expect((reference.declaration?.isConstant == true) == isProperty)
        #expect((reference.declaration == nil) != isProperty)
      }
    }
    withExtendedLifetime(button) {}
  }

  @Test func objectsOfOneTypeWithTwoRolesHaveTwoNodes() {
    let links = (0..<10).map { _ in Link() }
    for (link, next) in zip(links, links.dropFirst()) { link.next = next }
    let objects = links.map { Address(of: $0).bits }
    let members = Set(objects.prefix(4))
    let graph = walker.describeByType(objects, names: ObjectNames()) {
      members.contains($0) ? .cycle : .behind
    }.graph
    #expect(graph.nodes.map(\.count) == [4, 6])
    #expect(graph.nodes.map(\.role) == [.cycle, .behind])
    #expect(graph.references.map { [$0.from, $0.to] } == [[0, 0], [0, 1], [1, 1]])
    withExtendedLifetime(links) {}
  }

  /// The description must not grow with the number of objects.
  @Test func manyObjectsOfOneTypeAreOneNode() {
    let links = (0..<20_000).map { _ in Link() }
    for (link, next) in zip(links, links.dropFirst()) { link.next = next }
    let names = ObjectNames()
    let description = walker.describeByType(
      links.map { Address(of: $0).bits }, names: names
    ) { _ in .cycle }
    #expect(description.graph.nodes.map(\.count) == [20_000])
    #expect(description.graph.references.count == 1)
    #expect(description.storedReferences.words.count { _ in true } == 19_999)
    #expect(names.count == 1)
    // The list is too long to be released recursively.
    for link in links { link.next = nil }
  }

  /// Each box of the indirect enum contains a reference to the next box. The test would not finish
  /// if boxes were described recursively, or if each box were traced back to the first owner
  /// separately.
  @Test func aLongChainOfBoxesIsMergedIntoItsOwner() {
    let owner = ChainOwner()
    let leaf = Leaf()
    for number in 0..<10_000 {
      owner.chain = .link(number, owner.chain, number == 9_999 ? leaf : nil)
    }
    let heap = walker.walk(from: [Address(of: owner)])
    let description = walker.describe(heap.addresses, names: ObjectNames())
    #expect(description.graph.nodes.map(\.type) == ["ChainOwner", "Leaf"])
    #expect(description.graph.references.map(\.label) == ["chain.link.2"])
    #expect(description.owners.count == 10_000)
    unravel(owner)
  }

  /// Releases a chain, starting with its first box, without recursion.
  private func unravel(_ owner: ChainOwner) {
    while case .link(_, let rest, _) = owner.chain { owner.chain = rest }
  }
}
