import Synchronization

/// A mutex that is stored inline in the object whose properties it protects.
///
/// The protected properties are ordinary stored properties next to the lock, so a leak report can
/// name them. Frequently accessed properties are `@exclusivity(unchecked)`, because a lock or an
/// atomic flag already prevents overlapping accesses. Swift's run-time check for such accesses took
/// a third of the time of sending an element through a subject. While the library holds a lock, it
/// calls no closure that the program provided.
struct Lock: ~Copyable, Sendable {
  private let mutex = Mutex(())
  #if DEBUG
    /// A flag that exists only for the Thread Sanitizer. The sanitizer does not observe this
    /// toolchain's `Mutex`. Without the flag, the sanitizer would report a data race on every
    /// property that the mutex protects.
    private let handedOver = Atomic<Bool>(false)
  #endif

  init() {}

  /// Runs a closure of the library while the lock is held.
  @inline(__always)
  borrowing func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if DEBUG
      InterleavingPoint.report(.point)
      defer { InterleavingPoint.report(.point) }
    #endif
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    #if DEBUG
      InterleavingPoint.report(.acquired)
      defer { InterleavingPoint.report(.releasing) }
      _ = handedOver.load(ordering: .acquiring)
      defer { handedOver.store(true, ordering: .releasing) }
    #endif
    return try body()
  }
}
