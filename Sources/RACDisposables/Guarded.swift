import Streams
import Synchronization

/// A value that a mutex protects. In debug builds, the points before the mutex is acquired and
/// after it is released are interleaving points (see `InterleavingPoint`).
struct Guarded<Value: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  /// Runs a closure of the library while the mutex is held.
  @inline(__always)
  borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    reachInterleavingPoint()
    defer { reachInterleavingPoint() }
    return mutex.withLock { value in
      #if DEBUG
        InterleavingPoint.report(.acquired)
        defer { InterleavingPoint.report(.releasing) }
      #endif
      nonisolated(unsafe) let result = body(&value)
      return unsafe result
    }
  }
}
