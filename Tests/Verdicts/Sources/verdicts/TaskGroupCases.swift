import Foundation

// Children in a task group whose parent is in use. The group does not resume a child, so a child is
// leaked if nothing else can resume it.

/// Starts a task that is in use as long as the program runs, and that waits for a group with one
/// child.
private func startGroup(_ child: @escaping @Sendable (Lost) async -> Void) async {
  let lost = Lost()
  let task = Task {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await child(lost)
        use(lost)
      }
    }
  }
  Roots.any.append(task)
  await suspendUntilOthersSleep()
}

/// An object that keeps the continuation for which a child waits.
private final class Handler: @unchecked Sendable {
  private let lock = NSLock()
  private var continuation: CheckedContinuation<Void, Never>?

  func keep(_ continuation: CheckedContinuation<Void, Never>) {
    lock.withLock { self.continuation = continuation }
  }

  func resume() { lock.withLock { continuation.take() }?.resume() }
}

private func loseContinuation() async {
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

let taskGroupCases: [Case] = [
  Case(
    "a child of a group whose continuation is lost", .overRetained([]), .heldByRuntime(["Lost"])
  ) {
    await startGroup { _ in await loseContinuation() }
  },
  Case(
    "a child of a discarding group whose continuation is lost", .overRetained([]),
    .heldByRuntime(["Lost"])
  ) {
    let lost = Lost()
    let task = Task {
      await withDiscardingTaskGroup { group in
        group.addTask {
          await loseContinuation()
          use(lost)
        }
      }
    }
    Roots.any.append(task)
    await suspendUntilOthersSleep()
  },
  Case(
    "a child that waits for a child whose continuation is lost", .likelyCycle([]),
    .heldByRuntime(["Lost"])
  ) {
    await startGroup { _ in
      await withTaskGroup(of: Void.self) { $0.addTask { await loseContinuation() } }
    }
  },
  Case(
    "a child beside a child whose continuation is lost", .overRetained([]), .heldByRuntime(["Lost"])
  ) {
    let lost = Lost()
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await loseContinuation() }
        group.addTask {
          try? await Task.sleep(for: .seconds(1_000))
          use(lost)
        }
      }
    }
    Roots.any.append(task)
    await suspendUntilOthersSleep()
  },
  Case("main waits for a group with a child whose continuation is lost", .overRetained([])) {
    DispatchQueue.global().async {
      waitUntilOthersSleep()
      exit(0)
    }
    let ofMain = Lost()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let lost = Lost()
        await loseContinuation()
        use(lost)
      }
      group.addTask { try? await Task.sleep(for: .seconds(1_000)) }
    }
    use(ofMain)
  },
  Case(
    "a child of a group that is resumed when the group is cancelled", .heldByRuntime(["Handler"]),
    .heldByRuntime(["Lost"])
  ) {
    await startGroup { _ in
      let handler = Handler()
      await withTaskCancellationHandler {
        await withCheckedContinuation { handler.keep($0) }
      } onCancel: {
        handler.resume()
      }
    }
  },
  Case(
    "a child whose own child is resumed when the group is cancelled", .heldByRuntime(["Handler"]),
    .heldByRuntime(["Lost"])
  ) {
    await startGroup { _ in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          let handler = Handler()
          await withTaskCancellationHandler {
            await withCheckedContinuation { handler.keep($0) }
          } onCancel: {
            handler.resume()
          }
        }
      }
    }
  },
  Case("a child whose async let sleeps", .heldByRuntime(["Lost"])) {
    await startGroup { _ in
      async let sleep: Void? = try? Task.sleep(for: .seconds(1_000))
      _ = await sleep
    }
  },
  Case(
    "a local variable of the parent keeps the continuation of a child", .heldByRuntime(["Lost"])
  ) {
    let lost = Lost()
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        let (continuations, source) = AsyncStream<UnsafeContinuation<Void, Never>>.makeStream()
        group.addTask {
          await withUnsafeContinuation { _ = source.yield($0) }
          use(lost)
        }
        var iterator = continuations.makeAsyncIterator()
        let continuation = await iterator.next()
        try? await Task.sleep(for: .seconds(1_000))
        continuation?.resume()
      }
    }
    Roots.any.append(task)
    await suspendUntilOthersSleep()
  },
  Case("main waits for a group, and a thread keeps the continuation of a child") {
    DispatchQueue.global().async {
      waitUntilOthersSleep()
      exit(0)
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let lost = Lost()
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 1_000)
            continuation.resume()
          }
        }
        use(lost)
      }
    }
  },
  Case("three tasks wait for the value of a task that sleeps", .heldByRuntime(["Lost"])) {
    let sleeping = Task.detached { try? await Task.sleep(for: .seconds(1_000)) }
    for _ in 0..<3 {
      let lost = Lost()
      Task.detached {
        _ = await sleeping.value
        use(lost)
      }
    }
    await suspendUntilOthersSleep()
  },
]
