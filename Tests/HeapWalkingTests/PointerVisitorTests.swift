import Testing

@testable import HeapWalking

private enum Content { case none, number(UInt), pair(UInt, UInt), object(Target) }

private final class ValueHolder {
  var isOn = true
  var number: UInt
  var content: Content
  var pointer: UnsafeRawPointer?
  init(number: UInt, content: Content = .none, pointer: UnsafeRawPointer? = nil) {
    self.number = number
    self.content = content
    unsafe self.pointer = unsafe pointer
  }
}

private final class UncountedHolder {
  unowned(unsafe) var object: Target
  var unmanaged: Unmanaged<Target>
  weak var weakObject: Target?
  init(_ target: Target) {
    unsafe object = target
    unsafe unmanaged = .passUnretained(target)
    weakObject = target
  }
}

/// Tests that only the values of an object are read as possible addresses of C memory. Stale words
/// between the values must not be read.
@Suite struct PointerVisitorTests {
  private let walker = HeapWalker()

  private func pointers(in object: AnyObject) throws -> [UInt] {
    let found = walker.pointers(in: Address(of: object), among: 0..<UInt.max)
    return try #require(found).filter { $0 != 0 }
  }

  @Test func propertiesAreReadByTheirTypes() throws {
    let pointer = unsafe UnsafeRawPointer(bitPattern: 0x7000)
    let holder = unsafe ValueHolder(number: 0x8000, pointer: pointer)
    #expect(try Set(pointers(in: holder)) == [0x7000, 0x8000])
    unsafe holder.pointer = nil
    #expect(try pointers(in: holder) == [0x8000])
  }

  /// The object may have been freed, and its memory may belong to something else.
  @Test func referencesWithoutOwnershipAreNotRead() throws {
    let target = Target()
    let holder = UncountedHolder(target)
    #expect(try pointers(in: holder) == [])
  }

  @Test func onlyThePayloadOfTheCurrentEnumCaseIsRead() throws {
    let holder = ValueHolder(number: 0, content: .pair(0x5000, 0x6000))
    #expect(try Set(pointers(in: holder)) == [0x5000, 0x6000])
    holder.content = .number(0x9000)
    #expect(try pointers(in: holder) == [0x9000])
    holder.content = .none
    #expect(try pointers(in: holder) == [])
    let target = Target()
    holder.content = .object(target)
    #expect(try pointers(in: holder) == [Address(of: target).bits])
  }

  @Test(arguments: [0, 1, 7])
  func removedElementsOfAnArrayAreNotRead(remaining: UInt) throws {
    var numbers = (0..<10).map { 0x1000 + UInt($0) }
    numbers.removeLast(10 - Int(remaining))
    let storage = unsafe unsafeBitCast(numbers, to: AnyObject.self)
    #expect(try pointers(in: storage) == (0..<remaining).map { 0x1000 + $0 })
    withExtendedLifetime(numbers) {}
  }

  @Test(arguments: [1, 3, 40, 200], [0, 1])
  func unoccupiedBucketsAreNotRead(count: UInt, remaining: UInt) throws {
    var table: [UInt: UInt] = [:]
    for number in 0..<count { table[0x1_0000 + number] = 0x2_0000 + number }
    for number in 0..<count where remaining == 0 && number % 3 == 0 {
      table[0x1_0000 + number] = nil
    }
    let storage = unsafe unsafeBitCast(table, to: AnyObject.self)
    let found = try pointers(in: storage).filter { (0x1_0000..<0x3_0000).contains($0) }
    #expect(found.sorted() == (Array(table.keys) + table.values).sorted())
    withExtendedLifetime(table) {}
  }

  @Test(arguments: [0, 1, 4, 8], [0, 3, 7])
  func freeSlotsOfADequeAreNotRead(count: Int, first: Int) throws {
    let capacity = 8
    let buffer = _DequeBuffer<UInt>.create(minimumCapacity: capacity) { _ in
      DequeHeader(capacity: capacity, count: count, startSlot: first)
    }
    unsafe buffer.withUnsafeMutablePointerToElements {
      for slot in 0..<capacity { unsafe $0[slot] = 0x1000 + UInt(slot) }
    }
    let slots = try pointers(in: buffer).filter { $0 >= 0x1000 }
    #expect(slots == (0..<count).map { 0x1000 + UInt((first + $0) % capacity) })
    withExtendedLifetime(buffer) {}
  }
}

/// A copy of the standard library's internal deque, with the same names and layout.
private final class _DequeBuffer<Element>: ManagedBuffer<DequeHeader, Element> {}

private struct DequeHeader {
  var capacity: Int
  var count: Int
  var startSlot: Int
}
