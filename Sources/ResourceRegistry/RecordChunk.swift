/// A block of consecutive slots for records in one allocation, with the number of live objects and
/// the largest sequence number.
///
/// These two values are stored in front of the slots. A search for the objects that were registered
/// after a given one uses them to skip chunks that contain no such object.
@safe
struct RecordChunk {
  private struct Use {
    var liveCount = 0
    var newest: UInt64 = 0
  }

  private let use: UnsafeMutablePointer<Use>

  static let bits = 10
  static let size = 1 << bits

  static func allocate() -> RecordChunk {
    let bytes = MemoryLayout<Use>.stride + size * MemoryLayout<ResourceRecord>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: MemoryLayout<ResourceRecord>.alignment)
    let use = unsafe memory.bindMemory(to: Use.self, capacity: 1)
    unsafe use.initialize(to: Use())
    let records = unsafe UnsafeMutableRawPointer(use + 1)
    unsafe records.bindMemory(to: ResourceRecord.self, capacity: size)
    return unsafe RecordChunk(use: use)
  }

  /// The number of slots with a live object.
  @inline(__always)
  var liveCount: Int { unsafe use.pointee.liveCount }

  /// The largest sequence number of the objects that are or were in the chunk.
  @inline(__always)
  var newest: UInt64 { unsafe use.pointee.newest }

  /// Counts an object that was stored in a slot.
  @inline(__always)
  func add(_ record: ResourceRecord) {
    unsafe use.pointee.liveCount &+= 1
    // If several threads register objects, the order in which the objects are stored may differ
    // from the order of their sequence numbers.
    unsafe use.pointee.newest = max(use.pointee.newest, record.sequence)
  }

  /// Stops counting an object that was removed from its slot.
  @inline(__always)
  func remove() { unsafe use.pointee.liveCount &-= 1 }

  /// Returns the address of the slot with the given number in the shard.
  @inline(__always)
  func pointer(toSlot slot: Int) -> UnsafeMutablePointer<ResourceRecord> {
    // The memory was bound when the chunk was allocated, and the size of `Use` is a multiple of a
    // record's alignment.
    let records = unsafe UnsafeMutableRawPointer(use + 1)
      .assumingMemoryBound(to: ResourceRecord.self)
    return unsafe records + slot & (RecordChunk.size - 1)
  }
}
