import CRecorder

/// Where an ``ObjectIndex`` keeps the number of one object: valid as long as the index is.
///
/// The place is found before the number is needed, so that it can be fetched meanwhile.
@safe
struct NumberPlace: BitwiseCopyable {
  /// The number plus one; 0 where there is none.
  private let stored: UnsafeMutablePointer<UInt32>

  init(_ stored: UnsafeMutablePointer<UInt32>) { unsafe self.stored = stored }

  @inline(__always)
  var number: UInt32? {
    let value = unsafe stored.pointee
    return value == 0 ? nil : value &- 1
  }

  /// Has the processor fetch the number.
  @inline(__always)
  func prefetch() { unsafe lk_prefetch(stored) }

  @inline(__always)
  func assign(_ number: UInt32) { unsafe stored.pointee = number &+ 1 }
}
