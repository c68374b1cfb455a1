import Testing

@testable import HeapWalking

/// Tests which records of work libdispatch has cached.
@Suite struct CachedRecordTests {
  /// Returns whether a record counts as cached after another one.
  ///
  /// - Parameters:
  ///   - number: The number that libdispatch stores in a cached record: the number of records from
  ///     this one to the end of the cache. In a record of the queue, the word contains a priority.
  ///   - next: The same number of the record to which the first one refers.
  private func isCached(number: UInt32, next: UInt32) -> Bool {
    let words = DispatchThreadLocals.continuationSize / 8
    let records = UnsafeMutablePointer<UInt>.allocate(capacity: 2 * words)
    defer { unsafe records.deallocate() }
    unsafe records.initialize(repeating: 0, count: 2 * words)
    let second = unsafe records + words
    unsafe records[DispatchThreadLocals.nextContinuation / 8] = UInt(bitPattern: second)
    // The upper half of the word is unused.
    unsafe records[1] = UInt(number) | 7 << 32
    unsafe second[1] = UInt(next)
    return DispatchThreadLocals.isCached(
      Address(UInt(bitPattern: second)), after: Address(UInt(bitPattern: records)))
  }

  @Test(
    arguments: [
      (2, 1, true), (1024, 1023, true), (1, 1, false), (0, 0, false), (1, 0, true),
      (0x1004, 0x1004, false), (3, 0x1004, false),
    ] as [(UInt32, UInt32, Bool)])
  func theNumbersOfCachedRecordsDecrease(number: UInt32, next: UInt32, isNext: Bool) {
    #expect(isCached(number: number, next: next) == isNext)
  }
}
