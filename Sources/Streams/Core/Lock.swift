import Synchronization

/// A mutex that is stored inline in the object that it protects.
///
/// The protected properties are ordinary stored properties next to it, so that a leak report can
/// name them. Properties that are accessed often are `@exclusivity(unchecked)`: the lock, or an
/// atomic flag in its place, already admits only one access at a time, and the run-time check was a
/// third of the cost of sending an element through a subject. No closure that was passed to the
/// library is called while a lock is held.
struct Lock: ~Copyable, Sendable {
  private let mutex = Mutex(())
  #if DEBUG
    /// A flag that is loaded and stored only for the Thread Sanitizer, which does not observe the
    /// toolchain's mutex. Without the flag, it would report a data race on every property that the
    /// mutex protects.
    private let handedOver = Atomic<Bool>(false)
  #endif

  init() {}

  /// Runs a closure of the library while the lock is held.
  @inline(__always)
  borrowing func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    #if DEBUG
      _ = handedOver.load(ordering: .acquiring)
      defer { handedOver.store(true, ordering: .releasing) }
    #endif
    return try body()
  }
}
