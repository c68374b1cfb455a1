import CRecorder

/// The memory in which an ``ObjectIndex`` stores the node number of one object.
///
/// A slot is valid as long as the index exists. A caller can find the slot first, prefetch the
/// number, and read it later.
@safe
struct NumberSlot: BitwiseCopyable {
  /// The number plus one; 0 if the object has no number.
  private let stored: UnsafeMutablePointer<UInt32>

  init(_ stored: UnsafeMutablePointer<UInt32>) { unsafe self.stored = stored }

  @inline(__always)
  var number: UInt32? {
    let value = unsafe stored.pointee
    return value == 0 ? nil : value &- 1
  }

  /// Prefetches the number.
  @inline(__always)
  func prefetch() { unsafe lk_prefetch(stored) }

  @inline(__always)
  func assign(_ number: UInt32) { unsafe stored.pointee = number &+ 1 }
}
