import HeapWalking
import OwnershipGraph
import Testing

private final class Seat {}

private final class Room {
  var byName: [String: Seat] = [:]
}

/// Tests that reports do not depend on the hash seed of the process.
@Suite struct DescriptionOrderTests {
  @Test func dictionaryValuesAreOrderedLikeTheDescribedObjects() {
    let seats = (0..<40).map { _ in Seat() }
    let room = Room()
    for (index, seat) in seats.enumerated() { room.byName["seat \(index)"] = seat }
    let walker = HeapWalker()
    let storage = walker.walk(from: [Address(of: room)]).addresses
      .filter { walker.kind(of: Address($0)) == .dictionary }
    #expect(storage.count == 1)
    let objects = [Address(of: room).bits] + seats.map { Address(of: $0).bits } + storage
    let graph = walker.describe(objects, names: ObjectNames()).graph
    let names = graph.references.filter { $0.from == 0 }.map { graph.nodes[$0.to].id }
    #expect(names == (1...40).map { "Seat#\($0)" })
  }
}
