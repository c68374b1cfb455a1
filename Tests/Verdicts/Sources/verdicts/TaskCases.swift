import Foundation

private final class Pair: @unchecked Sendable {
  var first: Task<Void, Never>?
  var second: Task<Void, Never>?
}

let taskCases: [Case] = [
  Case("an object that keeps the continuation of its own task", .likelyCycle(["Waiter"])) {
    await Task {
      let waiter = Waiter()
      Task { await waiter.suspend() }
      waiter.isReady.wait()
    }.value
    waitUntilOthersSleep()
  },
  Case("unused bytes of an existential refer to a suspended task", .likelyCycle(["Waiter"])) {
    let extra = Extra()
    extra.payload = 3
    Roots.any.append(extra)
    await Task {
      let waiter = Waiter()
      let task = Task { await waiter.suspend() }
      waiter.isReady.wait()
      let address = Int(bitPattern: unsafeBitCast(task, to: UnsafeRawPointer.self))
      withUnsafeMutableBytes(of: &extra.payload) {
        $0.storeBytes(of: address, toByteOffset: 16, as: Int.self)
      }
    }.value
    waitUntilOthersSleep()
  },
  Case("a global keeps the continuation of a task that keeps an object", .heldByRuntime(["Waiter"]))
  {
    await Task {
      let waiter = Waiter()
      Task { await waiter.suspend() }
      waiter.moveContinuationToRoots()
    }.value
    waitUntilOthersSleep()
  },
  Case("an object whose task awaits its own stream", .likelyCycle(["Waiter"])) {
    await Task {
      let waiter = Waiter()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      waiter.stream = continuation
      waiter.task = Task {
        for await value in stream { use((waiter, value)) }
        use(waiter)
      }
    }.value
    waitUntilOthersSleep()
  },
  Case("a task that sleeps and keeps an object", .heldByRuntime(["Lost"])) {
    await Task {
      let lost = Lost()
      Task {
        try? await Task.sleep(nanoseconds: 1_000_000_000_000)
        use(lost)
      }
    }.value
    waitUntilOthersSleep()
  },
  Case("a task that sleeps with a tolerance and keeps an object", .heldByRuntime(["Lost"])) {
    await Task {
      let lost = Lost()
      Task {
        try? await Task.sleep(for: .seconds(1_000), tolerance: .seconds(1))
        use(lost)
      }
    }.value
    waitUntilOthersSleep()
  },
  Case("a task that waits for its child, which sleeps", .heldByRuntime(["Lost"])) {
    await Task {
      let lost = Lost()
      Task {
        async let child: Void? = try? Task.sleep(nanoseconds: 1_000_000_000_000)
        _ = await child
        use(lost)
      }
    }.value
    waitUntilOthersSleep()
  },
  Case("a task whose child nothing can resume", .likelyCycle([])) {
    await Task {
      let lost = Lost()
      Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            use(lost)
          }
        }
      }
    }.value
    waitUntilOthersSleep()
  },
  Case("a task whose child in a group sleeps", .heldByRuntime(["Lost"])) {
    await Task {
      let lost = Lost()
      Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            try? await Task.sleep(nanoseconds: 1_000_000_000_000)
            use(lost)
          }
        }
      }
    }.value
    waitUntilOthersSleep()
  },
  Case(
    "tasks that nothing can resume, beside a delayed block", .likelyCycle(["Waiter"]),
    .heldByRuntime(["Lost"])
  ) {
    await Task {
      for _ in 0..<8 {
        let waiter = Waiter()
        Task { await waiter.suspend() }
        waiter.isReady.wait()
      }
      let lost = Lost()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) { use(lost) }
    }.value
    waitUntilOthersSleep()
  },
  Case("two tasks that await each other", .likelyCycle(["Pair"])) {
    await Task {
      let pair = Pair()
      let isComplete = DispatchSemaphore(value: 0)
      pair.first = Task {
        isComplete.wait()
        await pair.second?.value
        use(pair)
      }
      pair.second = Task {
        isComplete.wait()
        await pair.first?.value
        use(pair)
      }
      isComplete.signal()
      isComplete.signal()
    }.value
    waitUntilOthersSleep()
  },
]
