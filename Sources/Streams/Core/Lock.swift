import Synchronization

/// A mutex that is stored inline in the object that it guards.
///
/// The guarded properties are ordinary stored properties next to it, so that a report can name
/// them. They are `@exclusivity(unchecked)`: the lock, or an atomic flag that is used instead,
/// already admits one access at a time, and the run-time check was a third of the cost of a
/// subject's element. The library calls no closure of a program while it holds a lock.
struct Lock: ~Copyable, Sendable {
  private let mutex = Mutex(())
  #if DEBUG
    /// An acquire and a release beside the mutex's own: the Thread Sanitizer does not see into the
    /// toolchain's mutex, and would report everything that it guards.
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
