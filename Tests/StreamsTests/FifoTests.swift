import TestSupport
import Testing

@testable import Streams

@Suite(.countsResources) struct FifoTests {
  /// The slots of removed entries must be freed, even if the queue is never empty.
  @Test(arguments: [1, 3, 100])
  func freesTheSlotsOfRemovedEntries(waiting: Int) throws {
    var queue = Fifo<Int>()
    for number in 0..<waiting { queue.append(number) }
    for number in waiting..<10_000 {
      queue.append(number)
      #expect(queue.popFirst() == number - waiting)
    }
    let slots = try #require(
      Mirror(reflecting: queue).children.first { $0.label == "elements" }?.value as? [Int?])
    #expect(queue.count == waiting)
    #expect(slots.count <= 2 * waiting + 1)
  }
}
