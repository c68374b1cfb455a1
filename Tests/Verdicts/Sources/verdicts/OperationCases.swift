import Foundation

// A queue and an operation in it retain each other until the operation has run. If the operation
// waits for another, the queue runs it when the other has finished.

/// An operation that a global variable keeps, and that the program may start at any time.
private let gate = BlockOperation {}

private final class WaitingOperation: Operation, @unchecked Sendable {
  var lost = Lost()
  override func main() { use(lost) }
}

@inline(never) private func enqueue(after other: Operation) {
  let queue = OperationQueue()
  let lost = Lost()
  let operation = BlockOperation { use(lost) }
  operation.addDependency(other)
  queue.addOperation(operation)
}

let operationCases: [Case] = [
  Case("an operation waits for that of a global") {
    onCleanStack { enqueue(after: gate) }
    waitUntilOthersSleep()
  },
  Case("an operation waits for one that waits for that of a global") {
    onCleanStack {
      let queue = OperationQueue()
      let waiting = WaitingOperation()
      waiting.addDependency(gate)
      queue.addOperation(waiting)
      enqueue(after: waiting)
    }
    waitUntilOthersSleep()
  },
  Case("an operation waits for one that runs") {
    onCleanStack {
      let hasStarted = DispatchSemaphore(value: 0)
      let running = BlockOperation {
        hasStarted.signal()
        while true { usleep(100_000) }
      }
      let queue = OperationQueue()
      queue.addOperation(running)
      hasStarted.wait()
      enqueue(after: running)
    }
    waitUntilOthersSleep()
  },
  Case("an operation waits for one that only it knows", .provenCycle([])) {
    onCleanStack { enqueue(after: BlockOperation {}) }
    waitUntilOthersSleep()
  },
  Case("an operation in a suspended queue", .provenCycle([])) {
    onCleanStack {
      let queue = OperationQueue()
      queue.isSuspended = true
      let lost = Lost()
      queue.addOperation { use(lost) }
    }
    waitUntilOthersSleep()
  },
  Case("an operation that was cancelled waits for one that only it knows") {
    onCleanStack {
      let queue = OperationQueue()
      let lost = Lost()
      let operation = BlockOperation { use(lost) }
      operation.addDependency(BlockOperation {})
      queue.addOperation(operation)
      operation.cancel()
    }
    waitUntilOthersSleep()
  },
  Case(
    "an operation in no queue waits for that of a global and retains itself",
    .provenCycle(["Lost", "WaitingOperation"])
  ) {
    onCleanStack {
      let waiting = WaitingOperation()
      waiting.lost.payload = waiting
      waiting.addDependency(gate)
    }
    waitUntilOthersSleep()
  },
]
