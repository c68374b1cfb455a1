import Foundation

/// An object whose method suspends a task. The task retains the object.
final class Waiter: @unchecked Sendable {
  var continuation: CheckedContinuation<Void, Never>?
  var stream: AsyncStream<Int>.Continuation?
  var task: Task<Void, Never>?
  /// Signaled when the continuation of a suspended task is stored.
  let isReady = DispatchSemaphore(value: 0)

  /// Suspends the current task. Only this object stores the continuation, until
  /// ``moveContinuationToRoots()`` is called.
  func suspend() async {
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      isReady.signal()
    }
    use(self)
  }

  func moveContinuationToRoots() {
    isReady.wait()
    if let continuation { Roots.any.append(continuation) }
    continuation = nil
  }
}
