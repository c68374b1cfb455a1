/// A part of the registry: records in chunks that never move, and the lock that protects them.
///
/// A thread always registers objects in the same shard, so threads rarely wait for each other. An
/// object's `deinit` locks the shard in order to remove the object's record. Therefore, as long as
/// another thread holds the lock, the memory at each recorded address is allocated, even if the
/// object at that address is being deinitialized.
@safe
final class RecordShard {
  private let soleThread: SoleThread
  private let lock = SpinLock()
  /// The free slot to use next, or `noSlot`.
  @safe @exclusivity(unchecked) private var firstFree = RecordShard.noSlot
  @safe @exclusivity(unchecked) private var liveCount = 0
  /// The number of slots that have ever been used.
  @safe @exclusivity(unchecked) private var used = 0
  /// The chunks, in the order of their slots. This is not an array, because an array would cost
  /// reference counting and a bounds check for each object.
  @safe @exclusivity(unchecked) private var chunks: UnsafeMutablePointer<RecordChunk>
  @safe @exclusivity(unchecked) private var chunkCapacity = RecordShard.initialChunkCapacity

  private static let noSlot = Int.max
  private static let initialChunkCapacity = 16

  init(_ soleThread: SoleThread) {
    self.soleThread = soleThread
    chunks = .allocate(capacity: RecordShard.initialChunkCapacity)
  }

  /// A Boolean value indicating whether the calling thread may skip the lock, because it is the
  /// only thread of the process.
  @inline(__always)
  var isAlone: Bool { soleThread.isAlone }

  /// The number of live objects in the shard.
  var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return liveCount
  }

  /// Records an object and returns its slot.
  ///
  /// - Complexity: O(1) amortized; a chunk is allocated for every 1,024 slots.
  @inline(__always)
  func insert(_ record: ResourceRecord, isAlone: Bool) -> Int {
    lock.lock(isAlone: isAlone)
    defer { lock.unlock() }
    liveCount &+= 1
    let slot = firstFree
    guard slot != RecordShard.noSlot else { return append(record) }
    let chunk = chunk(ofSlot: slot)
    let pointer = unsafe chunk.pointer(toSlot: slot)
    firstFree = Int(truncatingIfNeeded: unsafe pointer.pointee.sequence)
    unsafe pointer.pointee = record
    chunk.add(record)
    return slot
  }

  /// Removes an object and returns its record.
  @inline(__always)
  func remove(slot: Int, isAlone: Bool) -> ResourceRecord {
    lock.lock(isAlone: isAlone)
    defer { lock.unlock() }
    liveCount &-= 1
    let chunk = chunk(ofSlot: slot)
    let pointer = unsafe chunk.pointer(toSlot: slot)
    let record = unsafe pointer.pointee
    unsafe pointer.pointee.address = 0
    unsafe pointer.pointee.sequence = UInt64(truncatingIfNeeded: firstFree)
    chunk.remove()
    firstFree = slot
    return record
  }

  /// Calls a closure with the record of every live object whose sequence number is larger than
  /// `sequence`. The shard is locked during the calls.
  ///
  /// The closure must not release the last reference to an object of the registry. The object's
  /// `deinit` would wait for the lock, which this thread holds.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of chunks, and *n* is the number of slots
  ///   in the chunks that are searched. A chunk is skipped if it is empty or no newer object was
  ///   ever stored in it.
  func withRecords(after sequence: UInt64, _ body: (ResourceRecord) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    for start in stride(from: 0, to: used, by: RecordChunk.size) {
      let chunk = chunk(ofSlot: start)
      guard chunk.liveCount > 0 && chunk.newest > sequence else { continue }
      // Every slot below `used` was initialized when it was first used.
      var pointer = unsafe chunk.pointer(toSlot: 0)
      let end = unsafe pointer + min(used - start, RecordChunk.size)
      // Free slots are reused before new slots are added, so live records are near the start.
      var unseen = chunk.liveCount
      while unsafe unseen > 0 && pointer < end {
        if unsafe pointer.pointee.address != 0 {
          unseen -= 1
          if unsafe pointer.pointee.sequence > sequence { unsafe body(pointer.pointee) }
        }
        unsafe pointer += 1
      }
    }
  }

  @inline(never)
  private func append(_ record: ResourceRecord) -> Int {
    let slot = used
    if slot & (RecordChunk.size - 1) == 0 {
      let index = slot >> RecordChunk.bits
      if index == chunkCapacity { growChunks() }
      unsafe (chunks + index).initialize(to: .allocate())
    }
    used += 1
    let chunk = chunk(ofSlot: slot)
    unsafe chunk.pointer(toSlot: slot).initialize(to: record)
    chunk.add(record)
    return slot
  }

  /// Doubles the capacity for chunks. No other thread can be reading the previous array: either the
  /// caller holds the lock, which readers also acquire, or there is no other thread.
  private func growChunks() {
    let larger = UnsafeMutablePointer<RecordChunk>.allocate(capacity: 2 * chunkCapacity)
    unsafe larger.moveInitialize(from: chunks, count: chunkCapacity)
    unsafe chunks.deallocate()
    unsafe chunks = larger
    chunkCapacity *= 2
  }

  /// Returns the chunk of a used slot. Chunks are never deallocated.
  @inline(__always)
  private func chunk(ofSlot slot: Int) -> RecordChunk {
    chunks[slot >> RecordChunk.bits]
  }
}
