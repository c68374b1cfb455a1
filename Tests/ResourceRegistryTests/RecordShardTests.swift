import Testing

@testable import ResourceRegistry

@Suite struct RecordShardTests {
  /// Adds and removes records in a fixed order, and compares the shard with a dictionary. If the
  /// process has only one thread, the lock is skipped, but the records must be the same.
  @Test(arguments: [true, false])
  func containsTheRecordsThatWereNotRemoved(isAlone: Bool) {
    let shard = RecordShard(SoleThread(isAlone: isAlone))
    #expect(shard.isAlone == isAlone)
    let numbers = SequenceCounter()
    var slots: [UInt64: Int] = [:]
    for step in 1...30_000 {
      let record = ResourceRecord(
        address: UInt(step) << 4, type: Marker.self, sequence: numbers.next(isAlone: isAlone))
      slots[record.sequence] = shard.insert(record, isAlone: isAlone)
      // Of every three records, the second is removed immediately and the first 999 steps later.
      let leaving = step % 3 == 2 ? step : step % 3 == 1 ? step - 999 : 0
      guard let slot = slots.removeValue(forKey: UInt64(max(leaving, 0))) else { continue }
      let removed = shard.remove(slot: slot, isAlone: isAlone)
      #expect(removed.sequence == UInt64(leaving) && removed.address == UInt(leaving) << 4)
    }
    #expect(numbers.latest == 30_000)
    #expect(shard.count == slots.count)
    for mark in [0, 29_000, 30_000] as [UInt64] {
      var seen: [UInt64] = []
      shard.withRecords(after: mark) { seen.append($0.sequence) }
      #expect(seen.sorted() == slots.keys.filter { $0 > mark }.sorted())
    }
  }

  /// A lock that was skipped when the record was added can be acquired later.
  @Test func aSkippedLockCanBeAcquiredLater() {
    let shard = RecordShard(SoleThread(isAlone: true))
    let record = ResourceRecord(address: 16, type: Marker.self, sequence: 1)
    let slot = shard.insert(record, isAlone: true)
    #expect(shard.count == 1)
    #expect(shard.remove(slot: slot, isAlone: false).address == 16)
    #expect(shard.count == 0)
  }

  /// The tests run on many threads, so the process is not single-threaded according to the C
  /// library.
  @Test func aProcessWithSeveralThreadsIsNotAlone() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask {} }
    }
    #expect(!SoleThread().isAlone)
  }

  private final class Marker {}
}
