/// What the registry remembers of one living object.
///
/// A slot that no object uses has the address 0 and keeps, in `sequence`, the slot that
/// was free before it, so that the free slots need no storage of their own.
struct ResourceRecord {
  /// The object's address, or 0 in a free slot.
  var address: UInt
  /// The object's dynamic class; meaningless in a free slot.
  var type: AnyClass
  /// When it was made: larger than that of every object made before it, on any thread.
  var sequence: UInt64
}

/// Where an object's record is, kept by the object so that leaving takes constant time.
///
/// Four bytes: they fit beside a flag word in most classes of the library, so that
/// tracing makes few of them larger.
public struct ResourceHandle: Sendable {
  /// The shard in the low bits, the slot within the shard above them.
  let bits: UInt32

  /// The handle of an object that the registry does not know.
  ///
  /// Computed: a stored constant would be looked up for every object.
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
