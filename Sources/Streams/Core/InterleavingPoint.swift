#if DEBUG
  import Synchronization

  /// The points at which the work of another thread can change the result of a call: before each
  /// access to an ``AtomicBits``, ``AtomicCount`` or ``AtomicFlag``, after each access that may
  /// change the value, before a ``Lock`` is acquired, and after it is released.
  ///
  /// A cell (a test that `leakcheck run` runs) observes the points, suspends a call at one of them,
  /// and lets another thread make a second call meanwhile. This reliably finds code that checks a
  /// condition in one critical section but makes the dependent change in another. It also finds
  /// code that sets a flag before it stores the value that the flag announces. The points exist
  /// only in debug builds. `BinaryDisposable` and the library RACDisposables report further points.
  @usableFromInline
  package enum InterleavingPoint {
    /// An event that the observed thread reports.
    @usableFromInline
    package enum Event {
      /// The thread has reached a point.
      case point
      /// The thread has acquired a lock. Until ``releasing``, another thread that needs the lock
      /// cannot proceed.
      case acquired
      /// The thread is about to release a lock.
      case releasing
    }

    /// The thread whose points are observed; 0 if there is none.
    private static let observedThread = Atomic<UInt>(0)
    /// Only the observed thread reads and writes this property.
    nonisolated(unsafe) private static var observer: ((Event) -> Void)?

    /// Calls a closure for each event of the calling thread, until the thread calls
    /// ``stopObserving()``. Only one thread at a time may be observed.
    package static func observe(_ body: @escaping (Event) -> Void) {
      unsafe observer = body
      observedThread.store(ThreadIdentity.current, ordering: .relaxed)
    }

    /// Stops observing the calling thread. Has no effect if the thread is not observed.
    package static func stopObserving() {
      guard isObserved else { return }
      observedThread.store(0, ordering: .relaxed)
      unsafe observer = nil
    }

    @usableFromInline
    package static func report(_ event: Event) {
      if isObserved { unsafe observer?(event) }
    }

    private static var isObserved: Bool {
      let thread = observedThread.load(ordering: .relaxed)
      return thread != 0 && thread == ThreadIdentity.current
    }
  }
#endif

/// Reports that the thread has reached an interleaving point. In release builds, this function has
/// no effect.
@inlinable
@inline(__always)
package func reachInterleavingPoint() {
  #if DEBUG
    InterleavingPoint.report(.point)
  #endif
}
