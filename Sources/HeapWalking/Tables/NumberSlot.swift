import CRecorder

/// The storage of one object's number in an ``ObjectIndex``: valid as long as the index exists.
///
/// The slot can be found before the number is needed, so that the number can be prefetched.
@safe
struct NumberSlot: BitwiseCopyable {
  /// The number plus one; 0 if there is none.
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
