import Synchronization

/// A mutex that is stored inline in the object it guards.
///
/// What it guards stays a plain stored property beside it, so that a report can name it.
/// The library calls no closure of its users while it holds one. Such a property is
/// `@exclusivity(unchecked)`: the lock, or an atomic flag in its place, already lets one
/// access in at a time, and the run-time check was a third of a subject's emission.
struct Lock: ~Copyable, Sendable {
  private let mutex = Mutex(())
  #if DEBUG
    /// What one owner releases and the next acquires, once more: the Thread Sanitizer does
    /// not see into the toolchain's mutex, and would report all that it guards.
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
