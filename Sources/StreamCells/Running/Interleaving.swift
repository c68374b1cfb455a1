import Dispatch
import Foundation
import Streams

/// A search that runs two calls at the same time, repeatedly. Each repetition suspends the first
/// call at another point, and makes the second call there.
///
/// The first call runs on the caller's thread. It is suspended at one ``InterleavingPoint`` at
/// which it holds no lock, until the second call has returned on another thread. A search with few
/// suspensions finds most mistakes of synchronization (Musuvathi and Qadeer, Iterative Context
/// Bounding for Systematic Testing of Multithreaded Programs, 2007).
///
/// In release builds, the library has no such points: the second call follows the first.
///
/// Only one thread at a time may use it.
final class Interleaving: @unchecked Sendable {
  enum Outcome {
    /// The second call was made at every point, or `check` ended the search.
    case finished
    /// The second call did not return while the first was suspended.
    case blocked
    /// The first call has at least as many points as the search tries.
    case limitReached
  }

  /// The maximum number of points at which a call is suspended.
  private let maxPoints: Int
  private let thread: CallThread
  /// The number of points that the first call has reached.
  private var pointCount = 0
  /// The number of the point at which the first call is suspended.
  private var suspensionPoint = 0
  private var heldLocks = 0
  private var isBlocked = false

  /// - Parameters:
  ///   - timeout: The time after which a second call that has not returned is considered blocked by
  ///     the first.
  ///   - maxPoints: The maximum number of points at which a call is suspended.
  init(timeout: DispatchTimeInterval = .seconds(10), maxPoints: Int = 2_000) {
    thread = CallThread(timeout: timeout)
    self.maxPoints = maxPoints
  }

  /// Makes two calls repeatedly.
  ///
  /// - Parameters:
  ///   - prepare: A closure that returns new calls. It is called for each repetition.
  ///   - check: A closure that is called after both calls have returned. It returns `false` to end
  ///     the search.
  func explore(_ prepare: () -> ConcurrentCalls, check: () -> Bool) -> Outcome {
    for point in 1...maxPoints {
      let wasSuspended = run(prepare(), suspendingAt: point)
      if isBlocked { return .blocked }
      if !check() || !wasSuspended { return .finished }
    }
    return .limitReached
  }

  /// Makes the calls, and suspends the first at one of its points.
  ///
  /// - Returns: `false` if the first call does not reach `point`. The second call then follows it.
  private func run(_ calls: ConcurrentCalls, suspendingAt point: Int) -> Bool {
    (pointCount, suspensionPoint, heldLocks) = (0, point, 0)
    #if DEBUG
      InterleavingPoint.observe { [self] event in receive(event, thenMake: calls.second) }
      calls.first()
      InterleavingPoint.stopObserving()
    #else
      calls.first()
    #endif
    let wasSuspended = pointCount >= point
    if !wasSuspended { calls.second() }
    return wasSuspended
  }

  #if DEBUG
    private func receive(_ event: InterleavingPoint.Event, thenMake second: @escaping () -> Void) {
      switch event {
      case .acquired: heldLocks += 1
      case .releasing: heldLocks -= 1
      case .point:
        guard heldLocks == 0 else { return }
        pointCount += 1
        guard pointCount == suspensionPoint else { return }
        InterleavingPoint.stopObserving()
        isBlocked = !thread.makeCall(second)
      }
    }
  #endif
}

/// A thread that makes one call after the other.
private final class CallThread: Sendable {
  private final class Work: @unchecked Sendable {
    let (requested, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    /// The next call. The thread ends when it is `nil`.
    var call: (() -> Void)?

    /// Makes the next call, and releases it. This is a separate function so that no temporary
    /// retains the call afterwards.
    @inline(never)
    func makeCall() -> Bool {
      guard let call = call.take() else { return false }
      call()
      return true
    }
  }

  private let work = Work()
  private let timeout: DispatchTimeInterval

  init(timeout: DispatchTimeInterval) {
    self.timeout = timeout
    let work = work
    Thread {
      repeat { work.requested.wait() } while Self.makeCall(of: work)
    }.start()
  }

  deinit { work.requested.signal() }

  /// Makes a call on the thread, and waits for it.
  ///
  /// - Returns: `false` if the call did not return in time. In that case, no further call can be
  ///   made on the thread.
  func makeCall(_ call: @escaping () -> Void) -> Bool {
    work.call = call
    work.requested.signal()
    return work.done.wait(timeout: .now() + timeout) == .success
  }

  private static func makeCall(of work: Work) -> Bool {
    defer { work.done.signal() }
    return work.makeCall()
  }
}
