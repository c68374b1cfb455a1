import Synchronization

/// Gives out the sequence numbers, from 1.
struct SequenceCounter: ~Copyable {
  private let last = Atomic<UInt64>(0)

  init() {}

  /// The number that was given out last.
  var latest: UInt64 { last.load(ordering: .acquiring) }

  /// A number larger than all that were given out.
  ///
  /// - Parameter isAlone: Whether no other thread can ask meanwhile.
  @inline(__always)
  borrowing func next(isAlone: Bool) -> UInt64 {
    guard isAlone else { return last.wrappingAdd(1, ordering: .relaxed).newValue }
    let number = last.load(ordering: .relaxed) &+ 1
    last.store(number, ordering: .relaxed)
    return number
  }
}
