import CRecorder
import Foundation
import HeapWalking
import TestSupport
import Testing

private final class Numbered {
  let words = (1, 2, 3)
}

/// Tests of the two words that the allocation table stores for a block. Some of the tests run in a
/// forked process with one thread, because other tests allocate and free at the same time, and
/// because `setCommonScope(_:)` affects the whole process.
@Suite(.serialized) struct AllocationTableTests {
  private static let exact = Int(lk_max_coded)

  @Test(arguments: [0, 1, 15, 24, 4096, 1 << 20, exact - 1, exact])
  func aSmallSizeIsStoredExactly(bytes: Int) {
    #expect(Self.reported(bytes) == bytes)
  }

  @Test(arguments: (1...33).map { exact + $0 } + [(1 << 30) - 9, (3 << 30) + 1])
  func aLargeSizeIsRoundedUpToTheAllocatorsSize(bytes: Int) {
    #expect(Self.reported(bytes) >= bytes && Self.reported(bytes) < bytes + 16)
    #expect((Self.reported(bytes) + 8) % 16 == 0)
  }

  @Test(arguments: [4 << 30, 5 << 30, .max])
  func aSizeThatIsTooLargeIsStoredAsTheMaximum(bytes: Int) {
    #expect(Self.reported(bytes) == (4 << 30) - 24)
  }

  /// After a failed reallocation, the old block is recorded again, with the size that the table
  /// reported.
  @Test(arguments: [0, 100, exact, exact + 1, exact + 1000, 3 << 30, 5 << 30])
  func aDecodedSizeEncodesToItself(bytes: Int) {
    #expect(Self.reported(Self.reported(bytes)) == Self.reported(bytes))
  }

  /// The reported size must cover an array that fills its block, but no bytes after the block.
  @Test(arguments: [1, 24, 4096, exact, exact + 1, exact + 8, exact + 9, exact + 100])
  func theRecordedSizeCoversTheBlockAndNothingAfterIt(bytes: Int) throws {
    let record = try #require(AllocationRecord.installed)
    let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 1)
    defer { unsafe block.deallocate() }
    let size = try #require(record.size(of: UInt(bitPattern: block)))
    #expect(size == Self.reported(bytes))
    #expect(size >= bytes)
    // The allocator of a sanitizer returns blocks of exactly the requested size. glibc rounds the
    // size up.
    #expect(unsafe size <= Self.usableSize(block) | 15)
  }

  /// The C function, which is found by name because `malloc.h` is not part of a module.
  private static let usableSize = unsafe unsafeBitCast(
    dlsym(nil, "malloc_usable_size"),
    to: (@convention(c) (UnsafeMutableRawPointer) -> Int).self)

  /// Returns the size that the table reports for a block of `bytes` bytes.
  private static func reported(_ bytes: Int) -> Int {
    lk_size_of(lk_allocation(block: lk_coded_size(bytes), number: 0))
  }

  @Test(arguments: [40, 4096, 65536])
  func theEntryOfAFreedBlockKeepsItsSize(bytes: Int) throws {
    _ = try #require(AllocationRecord.installed)
    let answer = try Self.resultsInForkedProcess {
      let (before, after) = Self.entries(ofAFreedBlockOf: bytes)
      return [
        lk_kind_of(before) == lk_plain_memory, lk_kind_of(after) == lk_no_allocation,
        lk_size_of(after) == lk_size_of(before), lk_size_of(after) >= bytes, after.number == 0,
      ]
    }
    #expect(answer == [true, true, true, true, true])
  }

  /// When the block is freed, its pages are returned to the system. Whatever is later mapped at
  /// their addresses is not part of the heap.
  @Test(arguments: [exact, exact + 100])
  func theEntryOfAFreedMappedBlockIsCleared(bytes: Int) throws {
    _ = try #require(AllocationRecord.installed)
    let answer = try Self.resultsInForkedProcess {
      let (before, after) = Self.entries(ofAFreedBlockOf: bytes)
      return [lk_kind_of(before) == lk_plain_memory, after.block == 0]
    }
    #expect(answer == [true, true])
  }

  /// Returns the table entries of a block, before and after it is freed.
  private static func entries(
    ofAFreedBlockOf bytes: Int
  ) -> (before: lk_allocation, after: lk_allocation) {
    let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 1)
    let address = UInt(bitPattern: block)
    let before = lk_table_entry(address)
    unsafe block.deallocate()
    return (before, lk_table_entry(address))
  }

  /// The memory of the first of two freed blocks is allocated again as a block of a different size,
  /// which may also cover part of the second. Words in the rest of the memory must not be found,
  /// because that memory is free.
  @Test(arguments: [1000, 2000, 3900, 4100, 6000, 7900])
  func theRestOfAReusedBlockIsNotSearched(size: Int) throws {
    _ = try #require(AllocationRecord.installed)
    let answer = try Self.resultsInForkedProcess {
      let mark: UInt = 0x1234_5678
      guard let (first, second) = unsafe Self.neighbours(bytes: 4000) else { return [] }
      let (start, end) = (UInt(bitPattern: first), UInt(bitPattern: second) + 4000)
      unsafe second.initializeMemory(as: UInt.self, repeating: mark, count: 500)
      unsafe first.initializeMemory(as: UInt.self, repeating: mark, count: 500)
      unsafe first.deallocate()
      unsafe second.deallocate()
      _ = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
      var page: UInt = 0
      return [
        lk_next_address_word(start, end, mark, mark + 1, &page) < end,
        lk_next_root_word(start, end, mark, mark + 1, &page) >= end,
      ]
    }
    #expect(answer == [true, true])
  }

  /// If neither scopes nor stacks are recorded, a block must have no number, even if a freed block
  /// at the same address had one.
  @Test func blocksHaveNoNumberIfNoScopesOrStacksAreRecorded() throws {
    let record = try #require(AllocationRecord.installed)
    let answer = try Self.resultsInForkedProcess {
      record.setCommonScope(record.newScope())
      let noted = Self.made(1_000).map { lk_table_entry(Address(of: $0).bits) }
      record.setCommonScope(nil)
      record.recordStacks(depth: 0)
      let later = Self.made(1_000)
      let entries = later.map { lk_table_entry(Address(of: $0).bits) }
      return [
        noted.allSatisfy { lk_scope_of($0) != 0 }, entries.allSatisfy { $0.number == 0 },
        entries.allSatisfy { lk_kind_of($0) == lk_swift_object && lk_size_of($0) == 40 },
        later.allSatisfy { record.allocationStack(of: Address(of: $0).bits).isEmpty },
      ]
    }
    #expect(answer == [true, true, true, true])
  }

  @Test func aScopeTakesPrecedenceOverAnAllocationStack() throws {
    let record = try #require(AllocationRecord.installed)
    let answer = try Self.resultsInForkedProcess {
      let before = Numbered()
      record.recordStacks(depth: 4)
      let noted = Numbered()
      let scope = record.newScope()
      record.setCommonScope(scope)
      let scoped = Numbered()
      record.setCommonScope(nil)
      let stacks = [before, noted, scoped].map {
        record.allocationStack(of: Address(of: $0).bits).isEmpty
      }
      let scopes = [before, noted, scoped].map { record.scope(of: Address(of: $0)) == scope }
      return stacks + scopes + [record.hasObjects(of: scope)]
    }
    #expect(answer == [true, false, true] + [false, false, true] + [true])
  }

  @inline(never)
  private static func made(_ count: Int) -> [Numbered] { (0..<count).map { _ in Numbered() } }

  /// Returns two adjacent blocks of the same size. A block in use follows them, so that only these
  /// two blocks are joined when they are freed.
  ///
  /// The allocator may first return free blocks that lie between blocks of other tests. The
  /// function therefore allocates until two blocks are adjacent.
  private static func neighbours(bytes: Int) -> (UnsafeMutableRawPointer, UnsafeMutableRawPointer)?
  {
    var first = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 1)
    for _ in 0..<100_000 {
      let second = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 1)
      if unsafe second - first == bytes + 16 {
        _ = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 1)
        return unsafe (first, second)
      }
      unsafe first = second
    }
    return nil
  }

  /// Runs a closure in a forked process, and returns its results.
  private static func resultsInForkedProcess(_ body: () -> [Bool]) throws -> [Bool] {
    try inForkedProcess(seconds: 60) { Data(body().map { $0 ? 1 : 0 }) }.map { $0 == 1 }
  }
}
