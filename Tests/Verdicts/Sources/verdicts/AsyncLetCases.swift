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
