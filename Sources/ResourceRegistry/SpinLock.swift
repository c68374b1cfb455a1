import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock for critical sections of a few instructions, stored inline in what it guards.
///
/// Registering an object must cost less than allocating it, which rules out a lock that
/// is itself an object and one that looks up the thread's identity. Waiting spins, and
/// gives the processor away when the holder seems to have been preempted.
struct SpinLock: ~Copyable {
  private let held = Atomic<Bool>(false)

  init() {}

  @inline(__always)
  borrowing func lock() {
    if held.exchange(true, ordering: .acquiring) { lockSlowly() }
  }

  /// Locks, or does nothing where there is no other thread that could be inside or come;
  /// `unlock()` must follow in both cases.
  ///
  /// In the child of a fork this also passes a lock that another thread held at that moment
  /// and nobody will release; `unlock()` then does.
  @inline(__always)
  borrowing func lock(isAlone: Bool) {
    if !isAlone { lock() }
  }

  @inline(__always)
  borrowing func unlock() {
    held.store(false, ordering: .releasing)
  }

  @inline(never)
  private borrowing func lockSlowly() {
    var attempts = 0
    repeat {
      while held.load(ordering: .relaxed) {
        attempts += 1
        if attempts & 63 == 0 { sched_yield() }
      }
    } while held.exchange(true, ordering: .acquiring)
  }
}
