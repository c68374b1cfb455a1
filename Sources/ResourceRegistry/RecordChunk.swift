/// A run of slots in one allocation, and how many of them are in use.
///
/// The count lets a search skip the chunks that a past crowd of objects left behind: a
/// process that once had a million objects and now has ten looks at ten chunks.
@safe
struct RecordChunk {
  private let records: UnsafeMutablePointer<ResourceRecord>
  private let inUse: UnsafeMutablePointer<Int>

  static let bits = 10
  static let size = 1 << bits

  static func allocate() -> RecordChunk {
    let inUse = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe inUse.initialize(to: 0)
    return unsafe RecordChunk(records: .allocate(capacity: size), inUse: inUse)
  }

  /// The number of slots that hold a living object.
  @inline(__always)
  var living: Int {
    get { unsafe inUse.pointee }
    nonmutating set { unsafe inUse.pointee = newValue }
  }

  /// The place of a slot, by the slot's number in the shard.
  @inline(__always)
  func place(ofSlot slot: Int) -> UnsafeMutablePointer<ResourceRecord> {
    unsafe records + slot & (RecordChunk.size - 1)
  }
}
