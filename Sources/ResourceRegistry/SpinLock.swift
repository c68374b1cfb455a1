import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock for critical sections of a few instructions. It is stored inline in the object that it
/// protects.
///
/// Registering an object must cost less than allocating it. This excludes a lock that is itself an
/// object, and a lock that looks up the identity of the thread. A waiting thread spins, and after
/// every 64 attempts yields the processor, in case the owner was preempted.
struct SpinLock: ~Copyable {
  private let held = Atomic<Bool>(false)

  init() {}

  @inline(__always)
  borrowing func lock() {
    if held.exchange(true, ordering: .acquiring) { lockSlowly() }
  }

  /// Locks, or does nothing if no other thread exists. `unlock()` must follow in both cases.
  ///
  /// After a `fork()`, the child's copy of the lock may still be locked on behalf of a thread that
  /// exists only in the parent. If no other thread exists, this function ignores the state of the
  /// lock, and `unlock()` unlocks it.
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
