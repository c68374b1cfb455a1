/// The registry's record of one live object.
///
/// In a free slot, `address` is 0, and `sequence` is the number of the next slot in the list of
/// free slots. The list therefore needs no additional storage.
struct ResourceRecord {
  /// The object's address, or 0 in a free slot.
  var address: UInt
  /// The object's dynamic class; meaningless in a free slot.
  var type: AnyClass
  /// The position of the object in the order of registration. It is larger than the positions of
  /// all objects that were registered earlier, on any thread.
  var sequence: UInt64
}

/// The location of an object's record. The object stores the location, so that removing the record
/// takes constant time.
///
/// A handle has four bytes. In most classes of the library, they fit into the padding next to a
/// flag word, so storing a handle makes the instances of only a few classes larger.
public struct ResourceHandle: Sendable {
  /// The shard's index and the slot's number within the shard. The index is in the low bits.
  let bits: UInt32

  /// The handle of an object that is not registered.
  ///
  /// This is a computed property. Every initialization of a counted object reads it, and reading a
  /// stored static property would take longer.
  public static var untracked: ResourceHandle { ResourceHandle(bits: .max) }

  init(bits: UInt32) { self.bits = bits }

  init(shard: Int, slot: Int) {
    bits = UInt32(truncatingIfNeeded: slot << ResourceHandle.shardBits | shard)
  }

  static let shardBits = 4
  static let shardCount = 1 << shardBits

  var shard: Int { Int(bits) & (ResourceHandle.shardCount - 1) }
  var slot: Int { Int(bits) >> ResourceHandle.shardBits }
  var isUntracked: Bool { bits == .max }
}
