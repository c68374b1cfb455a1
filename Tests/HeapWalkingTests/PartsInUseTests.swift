import Testing

@testable import HeapWalking

/// Stale words of collections are behind their elements and in buckets that are not occupied.
@Suite struct PartsInUseTests {
  private let walker = HeapWalker()

  /// Returns which words of an object's block are in use.
  private func words(of object: AnyObject, in memory: Range<UInt>) -> Set<UInt> {
    let parts =
      switch walker.partsInUse(of: memory) {
      case .whole(let part): [part]
      case .parts(let parts): parts
      }
    #expect(parts.allSatisfy { $0.clamped(to: memory) == $0 })
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    return Set(parts.flatMap { stride(from: $0.lowerBound, to: $0.upperBound, by: 8) })
  }

  private func block(of object: AnyObject) -> Range<UInt> {
    let start = Address(of: object)
    return start.bits..<start.bits + UInt(start.usableBytes)
  }

  @Test(arguments: [0, 1, 7])
  func removedElementsOfAnArrayAreNotInUse(remaining: Int) {
    var targets = (0..<10).map { _ in Target() }
    targets.removeLast(10 - remaining)
    let storage = unsafe unsafeBitCast(targets, to: AnyObject.self)
    let memory = block(of: storage)
    let end = memory.lowerBound + 32 + 8 * UInt(remaining)
    #expect(words(of: storage, in: memory) == Set(stride(from: memory.lowerBound, to: end, by: 8)))
    withExtendedLifetime(targets) {}
  }

  @Test(arguments: [1, 3, 40, 200], [0, 1])
  func unoccupiedBucketsAreNotInUse(count: Int, remaining: Int) {
    var table: [UInt: UInt] = [:]
    for number in 0..<UInt(count) { table[number] = 1_000 + number }
    for number in 0..<UInt(count) where remaining == 0 && number % 3 == 0 { table[number] = nil }
    let storage = unsafe unsafeBitCast(table, to: AnyObject.self)
    let memory = block(of: storage)
    let buckets = 1 << Int(Address(of: storage).byte(32))
    let header = 64 + 8 * ((buckets + 63) / 64)
    let used = words(of: storage, in: memory)
    #expect(used.count == header / 8 + 2 * table.count)
    let values = used.subtracting((0..<UInt(header / 8)).map { memory.lowerBound + 8 * $0 })
      .map { Address($0).word() }
    #expect(Set(values) == Set(table.keys).union(table.values))
    withExtendedLifetime(table) {}
  }

  @Test(arguments: [0, 1, 4, 8], [0, 3, 7])
  func freeSlotsOfADequeAreNotInUse(count: Int, first: Int) {
    let capacity = 8
    let buffer = _DequeBuffer<UInt>.create(minimumCapacity: capacity) { _ in
      DequeHeader(capacity: capacity, count: count, startSlot: first)
    }
    unsafe buffer.withUnsafeMutablePointerToElements {
      for slot in 0..<capacity { unsafe $0[slot] = UInt(slot) }
    }
    let memory = block(of: buffer)
    let elements = words(of: buffer, in: memory).filter { $0 >= memory.lowerBound + 40 }
    let slots = elements.map { Address($0).word() }
    #expect(slots.count == count)
    #expect(Set(slots) == Set((0..<count).map { UInt((first + $0) % capacity) }))
    withExtendedLifetime(buffer) {}
  }

  @Test func everyOtherObjectIsInUseAsAWhole() {
    let target = Target()
    let memory = block(of: target)
    let all = stride(from: memory.lowerBound, to: memory.upperBound, by: 8)
    #expect(words(of: target, in: memory) == Set(all))
    withExtendedLifetime(target) {}
  }
}

/// The standard library's deque, which is not public, by its names and its layout.
private final class _DequeBuffer<Element>: ManagedBuffer<DequeHeader, Element> {}

private struct DequeHeader {
  var capacity: Int
  var count: Int
  var startSlot: Int
}
