import Dispatch
import Foundation
import Streams

/// A type that makes two calls in every order in which the first is suspended once.
///
/// The first call runs on the caller's thread. At one of its ``InterleavingPoint``s it is
/// suspended, until the second call has returned on another thread. This is repeated for each of
/// its points. A search with few suspensions finds most mistakes of synchronization (Musuvathi and
/// Qadeer, Iterative Context Bounding for Systematic Testing of Multithreaded Programs, 2007).
///
/// In release builds, the library has no such points: the second call follows the first.
///
/// Only one thread at a time may use it.
final class Interleaving: @unchecked Sendable {
  /// The result of a search.
  enum Result {
    /// Every order was tried, or `check` ended the search.
    case complete
    /// The second call did not return while the first was suspended.
    case blocked
    /// The first call has more points than the search tries.
    case incomplete
  }

  /// The maximum number of points at which a call is suspended.
  private let maximum: Int
  private let thread: CallThread
  private var point = 0
  private var target = 0
  private var locks = 0
  private var isBlocked = false

  /// - Parameters:
  ///   - timeout: The time after which a second call that has not returned is considered blocked by
  ///     the first.
  ///   - maximum: The maximum number of points at which a call is suspended.
  init(timeout: DispatchTimeInterval = .seconds(10), maximum: Int = 2_000) {
    thread = CallThread(timeout: timeout)
    self.maximum = maximum
  }

  /// Makes two calls repeatedly.
  ///
  /// - Parameters:
  ///   - prepare: A closure that returns new calls. It is called for each repetition.
  ///   - check: A closure that is called after both calls have returned. It returns `false` to end
  ///     the search.
  func explore(_ prepare: () -> ConcurrentCalls, check: () -> Bool) -> Result {
    for target in 1...maximum {
      let wasSuspended = run(prepare(), target)
      let continues = check()
      if isBlocked { return .blocked }
      if !wasSuspended || !continues { return .complete }
    }
    return .incomplete
  }

  /// Makes the calls, and suspends the first at its point number `target`.
  ///
  /// - Returns: `false` if the first call has fewer points. The second call then follows it.
  private func run(_ calls: ConcurrentCalls, _ target: Int) -> Bool {
    (point, self.target, locks) = (0, target, 0)
    #if DEBUG
      InterleavingPoint.observe { [self] change in reach(change, calls.second) }
      calls.first()
      InterleavingPoint.stopObserving()
    #else
      calls.first()
    #endif
    let wasSuspended = point >= target
    if !wasSuspended { calls.second() }
    return wasSuspended
  }

  #if DEBUG
    private func reach(_ change: Int, _ second: @escaping () -> Void) {
      locks += change
      guard change == 0, locks == 0 else { return }
      point += 1
      guard point == target else { return }
      InterleavingPoint.stopObserving()
      isBlocked = !thread.run(second)
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
  /// - Returns: `false` if the call did not return in time. The thread cannot be used any more.
  func run(_ call: @escaping () -> Void) -> Bool {
    work.call = call
    work.requested.signal()
    return work.done.wait(timeout: .now() + timeout) == .success
  }

  private static func makeCall(of work: Work) -> Bool {
    defer { work.done.signal() }
    return work.makeCall()
  }
}
