import Synchronization

/// A number that several threads change without a lock. Each access is an interleaving point (see
/// `InterleavingPoint`) in debug builds.
struct AtomicCount: ~Copyable, Sendable {
  private let value: Atomic<Int>

  @inline(__always)
  init(_ initial: Int) { value = Atomic(initial) }

  /// Adds a number.
  ///
  /// - Returns: The new value.
  @inline(__always)
  func add(_ number: Int) -> Int {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    return value.wrappingAdd(number, ordering: .acquiringAndReleasing).newValue
  }

  /// Subtracts a number.
  ///
  /// - Returns: The new value.
  @inline(__always)
  @discardableResult
  func subtract(_ number: Int) -> Int {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    return value.wrappingSubtract(number, ordering: .acquiringAndReleasing).newValue
  }

  /// Changes the number from 0 to 1.
  ///
  /// - Returns: `false` if the number is not 0.
  @inline(__always)
  func incrementIfZero() -> Bool {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    return value.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }
}
