/// One part of the registry: records in chunks that never move, and the lock over them.
///
/// A thread always registers in the same shard, so threads seldom wait for each other.
/// An object leaves the shard in its deinit and under this lock; while the lock is held,
/// every recorded address is therefore that of allocated memory, dying objects included.
@safe
final class RecordShard {
  private let lock = SpinLock()
  private var chunks = unsafe [UnsafeMutablePointer<ResourceRecord>]()
  /// The free slot to use next, or `noSlot`.
  private var firstFree = RecordShard.noSlot
  /// The slots that were ever used.
  private var used = 0
  private var living = 0

  private static let chunkBits = 10
  private static let chunkSize = 1 << chunkBits
  private static let noSlot = Int.max

  /// The number of living objects in the shard.
  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return living
  }

  /// Records an object and returns its slot.
  ///
  /// - Complexity: O(1) amortised; a chunk is allocated once in 1,024 objects.
  func insert(_ record: ResourceRecord) -> Int {
    lock.lock()
    defer { lock.unlock() }
    living += 1
    let slot = firstFree
    guard slot == RecordShard.noSlot else {
      // A slot on the free list lies in an allocated chunk.
      let place = unsafe self.place(slot)
      firstFree = Int(truncatingIfNeeded: unsafe place.pointee.sequence)
      unsafe place.pointee = record
      return slot
    }
    return append(record)
  }

  /// Forgets an object and returns what was recorded of it.
  func remove(slot: Int) -> ResourceRecord {
    lock.lock()
    defer { lock.unlock() }
    living -= 1
    // The slot came from `insert` of this shard, so its chunk is allocated.
    let place = unsafe self.place(slot)
    let record = unsafe place.pointee
    unsafe place.pointee.address = 0
    unsafe place.pointee.sequence = UInt64(truncatingIfNeeded: firstFree)
    firstFree = slot
    return record
  }

  /// Calls a closure with every living record while the shard is locked.
  ///
  /// The closure must not release the last reference to an object of the registry: its
  /// deinit would wait for the lock that this thread holds.
  func withRecords(_ body: (ResourceRecord) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    for slot in 0..<used {
      // Every slot below `used` was initialised when it was first handed out.
      let record = unsafe place(slot).pointee
      if record.address != 0 { body(record) }
    }
  }

  @inline(never)
  private func append(_ record: ResourceRecord) -> Int {
    if used & (RecordShard.chunkSize - 1) == 0 {
      unsafe chunks.append(.allocate(capacity: RecordShard.chunkSize))
    }
    let slot = used
    used += 1
    unsafe place(slot).initialize(to: record)
    return slot
  }

  @inline(__always)
  private func place(_ slot: Int) -> UnsafeMutablePointer<ResourceRecord> {
    unsafe chunks[slot >> RecordShard.chunkBits] + slot & (RecordShard.chunkSize - 1)
  }
}
