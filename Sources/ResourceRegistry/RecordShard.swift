/// One part of the registry: records in chunks that never move, and the lock over them.
///
/// A thread always registers in the same shard, so threads seldom wait for each other.
/// An object leaves the shard in its deinit and under this lock; while the lock is held,
/// every recorded address is therefore that of allocated memory, dying objects included.
@safe
final class RecordShard {
  private let lock = SpinLock()
  @safe @exclusivity(unchecked) private var chunks: [RecordChunk] = []
  /// The free slot to use next, or `noSlot`.
  @safe @exclusivity(unchecked) private var firstFree = RecordShard.noSlot
  /// The slots that were ever used.
  @safe @exclusivity(unchecked) private var used = 0
  @safe @exclusivity(unchecked) private var living = 0

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
      let chunk = chunk(ofSlot: slot)
      let place = unsafe chunk.place(ofSlot: slot)
      firstFree = Int(truncatingIfNeeded: unsafe place.pointee.sequence)
      unsafe place.pointee = record
      chunk.add(record)
      return slot
    }
    return append(record)
  }

  /// Forgets an object and returns what was recorded of it.
  func remove(slot: Int) -> ResourceRecord {
    lock.lock()
    defer { lock.unlock() }
    living -= 1
    let chunk = chunk(ofSlot: slot)
    let place = unsafe chunk.place(ofSlot: slot)
    let record = unsafe place.pointee
    unsafe place.pointee.address = 0
    unsafe place.pointee.sequence = UInt64(truncatingIfNeeded: firstFree)
    chunk.remove()
    firstFree = slot
    return record
  }

  /// Calls a closure with every living record that is newer than `sequence` while the
  /// shard is locked.
  ///
  /// The closure must not release the last reference to an object of the registry: its
  /// deinit would wait for the lock that this thread holds.
  ///
  /// - Complexity: O(*n*) for *n* living objects in chunks with a new one, and one load for
  ///   every 1,024 that the shard held at its fullest.
  func withRecords(after sequence: UInt64, _ body: (ResourceRecord) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    for (index, chunk) in chunks.enumerated() where chunk.living > 0 && chunk.newest > sequence {
      // Every slot below `used` was initialised when it was first handed out.
      var place = unsafe chunk.place(ofSlot: 0)
      let end = unsafe place + min(used - index << RecordChunk.bits, RecordChunk.size)
      // Free slots are handed out again before others: the living ones lie at the front.
      var unseen = chunk.living
      while unsafe unseen > 0 && place < end {
        if unsafe place.pointee.address != 0 {
          unseen -= 1
          if unsafe place.pointee.sequence > sequence { unsafe body(place.pointee) }
        }
        unsafe place += 1
      }
    }
  }

  @inline(never)
  private func append(_ record: ResourceRecord) -> Int {
    if used & (RecordChunk.size - 1) == 0 {
      chunks.append(.allocate())
    }
    let slot = used
    used += 1
    let chunk = chunk(ofSlot: slot)
    unsafe chunk.place(ofSlot: slot).initialize(to: record)
    chunk.add(record)
    return slot
  }

  /// The chunk of a slot that was handed out: it is allocated, and stays so.
  @inline(__always)
  private func chunk(ofSlot slot: Int) -> RecordChunk {
    chunks[slot >> RecordChunk.bits]
  }
}
