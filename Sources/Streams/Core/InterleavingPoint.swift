#if DEBUG
  import Synchronization

  /// The points of the library at which the work of another thread can change the result: before
  /// each access to an atomic value, before a lock is acquired, and after it is released.
  ///
  /// A cell of the matrix observes the points, suspends a call at one of them, and lets another
  /// thread make a second call meanwhile. This finds a check that is not in the same critical
  /// section as the change that depends on it, and does not depend on chance. The points exist only
  /// in debug builds.
  package enum InterleavingPoint {
    /// The thread whose points are observed; 0 if there is none.
    private static let observedThread = Atomic<UInt>(0)
    /// Only the observed thread reads and writes this property.
    nonisolated(unsafe) private static var observer: ((_ lockChange: Int) -> Void)?

    /// Calls a closure at each point that the calling thread reaches, until it calls
    /// ``stopObserving()``. Only one thread at a time may be observed.
    ///
    /// - Parameter body: A closure. Its parameter is 0 at a point, 1 if the thread has acquired a
    ///   lock, and -1 before the thread releases one. In between, another thread that needs the
    ///   lock cannot proceed.
    package static func observe(_ body: @escaping (_ lockChange: Int) -> Void) {
      unsafe observer = body
      observedThread.store(ThreadIdentity.current, ordering: .relaxed)
    }

    /// Ends the calls of the closure. Has no effect if the thread is not observed.
    package static func stopObserving() {
      guard isObserved else { return }
      observedThread.store(0, ordering: .relaxed)
      unsafe observer = nil
    }

    static func reach(lockChange: Int = 0) {
      if isObserved { unsafe observer?(lockChange) }
    }

    private static var isObserved: Bool {
      let thread = observedThread.load(ordering: .relaxed)
      return thread != 0 && thread == ThreadIdentity.current
    }
  }
#endif

/// Reaches an interleaving point. In release builds, this function has no effect.
@inline(__always)
func reachInterleavingPoint() {
  #if DEBUG
    InterleavingPoint.reach()
  #endif
}
