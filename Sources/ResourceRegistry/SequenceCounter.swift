import Synchronization

/// A source of sequence numbers, which start at 1.
struct SequenceCounter: ~Copyable {
  private let last = Atomic<UInt64>(0)

  init() {}

  /// The number that was returned last, or 0 if none was returned.
  var latest: UInt64 { last.load(ordering: .acquiring) }

  /// Returns a number that is larger than all previous ones.
  ///
  /// - Parameter isAlone: A Boolean value indicating whether no other thread can call this function
  ///   at the same time.
  @inline(__always)
  borrowing func next(isAlone: Bool) -> UInt64 {
    guard isAlone else { return last.wrappingAdd(1, ordering: .relaxed).newValue }
    let number = last.load(ordering: .relaxed) &+ 1
    last.store(number, ordering: .relaxed)
    return number
  }
}
