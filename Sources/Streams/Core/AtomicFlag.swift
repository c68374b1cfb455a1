import Synchronization

/// A Boolean value that several threads read and change without a lock. Each access is an
/// interleaving point (see `InterleavingPoint`) in debug builds.
struct AtomicFlag: ~Copyable, Sendable {
  private let value: Atomic<Bool>

  @inline(__always)
  init(_ initial: Bool) { value = Atomic(initial) }

  @inline(__always)
  func load() -> Bool {
    reachInterleavingPoint()
    return value.load(ordering: .acquiring)
  }

  @inline(__always)
  func store(_ desired: Bool) {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    value.store(desired, ordering: .releasing)
  }

  /// Replaces the value.
  ///
  /// - Returns: The previous value.
  @inline(__always)
  func exchange(_ desired: Bool) -> Bool {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    return value.exchange(desired, ordering: .acquiringAndReleasing)
  }
}
