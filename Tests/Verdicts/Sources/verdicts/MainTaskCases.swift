import Foundation

// Objects that a suspended asynchronous `main` keeps are reachable, like objects on the stack of a
// synchronous `main`. Objects that an unstructured task keeps are held by the runtime.

/// Ends the program when every task below is suspended.
private func endSoon() {
  DispatchQueue.global().async {
    waitUntilOthersSleep()
    exit(0)
  }
}

private func sleepForever() async {
  try? await Task.sleep(nanoseconds: 1_000_000_000_000)
}

private func keep(_ object: Lost) async {
  await sleepForever()
  use(object)
}

let mainTaskCases: [Case] = [
  Case("main sleeps and keeps an object") {
    endSoon()
    await keep(Lost())
  },
  Case("main waits for a group whose children keep objects") {
    endSoon()
    let ofMain = Lost()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await keep(Lost()) }
      group.addTask {
        async let first: Void = keep(Lost())
        async let second: Void = keep(Lost())
        _ = await (first, second)
      }
      await group.waitForAll()
    }
    use(ofMain)
  },
  Case("main awaits an unstructured task that keeps an object") {
    endSoon()
    await Task.detached { await keep(Lost()) }.value
  },
  Case("an unstructured task beside a main that sleeps", .heldByRuntime(["Lost"])) {
    endSoon()
    Task.detached { await keep(Lost()) }
    await sleepForever()
  },
  Case("a leaked cycle beside a main that sleeps", .provenCycle(["First", "Second"])) {
    endSoon()
    onCleanStack {
      let first = First()
      let second = Second()
      first.second = second
      second.first = first
    }
    await sleepForever()
  },
]
