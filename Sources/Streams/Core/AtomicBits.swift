import Synchronization

/// A 32-bit word, such as a set of flags, that several threads read and change without a lock. Each
/// access is an interleaving point (see `InterleavingPoint`) in debug builds.
struct AtomicBits: ~Copyable, Sendable {
  private let value: Atomic<UInt32>

  @inline(__always)
  init(_ initial: UInt32) { value = Atomic(initial) }

  @inline(__always)
  func load() -> UInt32 {
    reachInterleavingPoint()
    return value.load(ordering: .acquiring)
  }

  @inline(__always)
  func store(_ desired: UInt32) {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    value.store(desired, ordering: .releasing)
  }

  /// Sets the bits that are set in `bits`.
  ///
  /// - Returns: The previous value.
  @inline(__always)
  @discardableResult
  func raise(_ bits: UInt32) -> UInt32 {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    return value.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
  }

  /// Adds a number. The result wraps around on overflow.
  @inline(__always)
  func add(_ number: UInt32) {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    value.wrappingAdd(number, ordering: .acquiringAndReleasing)
  }

  /// Replaces the value with `desired` if it is equal to `expected`.
  ///
  /// - Returns: Whether the value was replaced, and the previous value.
  @inline(__always)
  func compareExchange(
    expected: UInt32, desired: UInt32
  ) -> (exchanged: Bool, original: UInt32) {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    return value.compareExchange(
      expected: expected, desired: desired, ordering: .acquiringAndReleasing)
  }
}
