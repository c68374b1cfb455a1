import Foundation

private final class Waiter: @unchecked Sendable {
  var continuation: CheckedContinuation<Void, Never>?
  let isReady = DispatchSemaphore(value: 0)

  /// Suspends the current task. Only the waiter stores the continuation.
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

let asyncLetCases: [Case] = [
  Case("a global keeps the continuation of an async let", .heldByRuntime(["Waiter"])) {
    await Task {
      let waiter = Waiter()
      Task {
        async let value: Void = waiter.suspend()
        await value
      }
      waiter.moveContinuationToRoots()
    }.value
    usleep(20_000)
  },
  Case("a global keeps the continuation of a nested async let", .heldByRuntime(["Waiter"])) {
    await Task {
      let waiter = Waiter()
      Task {
        async let outer: Void = {
          async let inner: Void = waiter.suspend()
          await inner
        }()
        await outer
      }
      waiter.moveContinuationToRoots()
    }.value
    usleep(20_000)
  },
  Case("an object that keeps the continuation of an async let", .likelyCycle(["Waiter"])) {
    await Task {
      let waiter = Waiter()
      Task {
        async let value: Void = waiter.suspend()
        await value
      }
      waiter.isReady.wait()
    }.value
    usleep(20_000)
  },
]
