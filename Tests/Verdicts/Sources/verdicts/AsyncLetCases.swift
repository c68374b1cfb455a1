import Foundation

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
    waitUntilOthersSleep()
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
    waitUntilOthersSleep()
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
    waitUntilOthersSleep()
  },
]
