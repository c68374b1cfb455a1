import HeapWalking
import OwnershipGraph
import Testing

private final class Node {
  var neighbours: [Node] = []
  let cache = ManagedBuffer<Int, Node>.create(minimumCapacity: 2) { _ in 0 }
}

/// Tests that a word of untyped memory is not treated as a reference to an object if a typed
/// reference explains the object's only retain.
@Suite struct StaleWordTests {
  private let record: AllocationRecord

  init() throws { record = try #require(AllocationRecord.installed) }

  private func graph(of node: Node) -> ObjectGraph {
    let walker = HeapWalker(live: record)
    let addresses = walker.walk(from: [Address(of: node)]).addresses
    return walker.describe(addresses, names: ObjectNames()).graph
  }

  /// Copies the address of the array's storage into the untyped memory of the cache.
  private func writeStaleWord(_ node: Node) {
    let storage = HeapWalker().walk(from: [Address(of: node)]).addresses
      .first { HeapWalker().kind(of: Address($0)) == .array }
    unsafe node.cache.withUnsafeMutablePointerToElements {
      unsafe UnsafeMutableRawPointer($0).storeBytes(of: storage ?? 0, as: UInt.self)
    }
  }

  @Test func aStaleWordDoesNotSeparateStorageFromItsOwner() {
    let node = Node()
    node.neighbours = [node]
    let before = graph(of: node)
    writeStaleWord(node)
    let after = graph(of: node)
    #expect(before.nodes.map(\.type) == after.nodes.map(\.type))
    #expect(before.references.map(\.label) == after.references.map(\.label))
    #expect(after.references.map(\.label).contains("neighbours[*]"))
    node.neighbours = []
  }

  @Test func aWordThatMayExplainARetainIsAReference() {
    let node = Node()
    node.neighbours = [node]
    writeStaleWord(node)
    let another = node.neighbours
    let references = graph(of: node).references
    #expect(references.contains { $0.evidence == .scanned })
    withExtendedLifetime(another) { node.neighbours = [] }
  }
}
