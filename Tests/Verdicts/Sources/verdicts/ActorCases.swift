import Foundation

// The queue of a default actor keeps the tasks that wait in it: the runtime resumes them when the
// actor is free.

/// An actor that a method can occupy until the process ends.
private actor Worker {
  var other: Worker?
  func setOther(_ worker: Worker) { other = worker }

  /// Occupies the actor, and a thread.
  func work(_ hasStarted: DispatchSemaphore) {
    hasStarted.signal()
    while true { usleep(100_000) }
  }

  /// Occupies the actor, and a thread, until `turn` is signalled.
  func wait(for turn: DispatchSemaphore, _ hasStarted: DispatchSemaphore) {
    hasStarted.signal()
    turn.wait()
  }

  func take(_ object: Lost) { use(object) }

  func pass(_ object: Lost) async {
    await other?.take(object)
    use(object)
  }
}

@MainActor private final class Screen {
  let lost = Lost()
  nonisolated init() {}
  isolated deinit {}
}

@globalActor private actor Desk {
  static let shared = Desk()
  func work(_ hasStarted: DispatchSemaphore) {
    hasStarted.signal()
    while true { usleep(100_000) }
  }
  func take(_ object: Lost) { use(object) }
}

@Desk private final class Note {
  let behind = Behind()
  nonisolated init() {}
  isolated deinit {}
}

/// An executor that runs the first job and loses all others.
private final class RunsOneJob: TaskExecutor, @unchecked Sendable {
  private var hasRun = false

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard !hasRun else { return }
    hasRun = true
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// Actors that global variables keep alive.
private let worker = Worker()
private let otherWorker = Worker()

/// Occupies an actor, and returns when it is busy.
@inline(never) private func occupy(_ worker: Worker) {
  let hasStarted = DispatchSemaphore(value: 0)
  Task.detached { await worker.work(hasStarted) }
  hasStarted.wait()
}

/// Occupies all threads that run tasks.
@inline(never) private func occupyThreads() {
  for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
    Task.detached { while true { usleep(100_000) } }
  }
  waitUntilOthersSleep()
}

@inline(never) private func post(_ priority: TaskPriority? = nil, to worker: Worker) {
  let lost = Lost()
  Task.detached(priority: priority) { await worker.take(lost) }
}

@inline(never) private func postRing(to worker: Worker) {
  let lost = Lost()
  let ring = Ring()
  ring.next = ring
  lost.payload = ring
  Task.detached { await worker.take(lost) }
}

let actorCases: [Case] = [
  Case("a message waits for a busy actor", .heldByRuntime(["Lost"])) {
    occupy(worker)
    onCleanStack { post(to: worker) }
    waitUntilOthersSleep()
  },
  Case("a message waits for a busy actor that only its tasks know", .heldByRuntime(["Lost"])) {
    onCleanStack {
      let worker = Worker()
      occupy(worker)
      post(to: worker)
    }
    waitUntilOthersSleep()
  },
  Case("messages of all priorities wait for a busy actor", .heldByRuntime(["Lost"])) {
    occupy(worker)
    onCleanStack {
      for priority in [TaskPriority.high, .low, .background, .medium, .high, .low] {
        post(priority, to: worker)
        waitUntilOthersSleep()
      }
    }
  },
  Case("a message with a cycle waits for a busy actor", .heldByRuntime(["Lost", "Ring"])) {
    occupy(worker)
    onCleanStack { postRing(to: worker) }
    waitUntilOthersSleep()
  },
  Case("messages in the order of priority wait for a busy actor", .heldByRuntime(["Lost"])) {
    let hasStarted = DispatchSemaphore(value: 0)
    let turn = DispatchSemaphore(value: 0)
    Task.detached { await worker.wait(for: turn, hasStarted) }
    hasStarted.wait()
    Task.detached(priority: .high) { await worker.work(hasStarted) }
    waitUntilOthersSleep()
    onCleanStack {
      for priority in [TaskPriority.low, .medium, .low] { post(priority, to: worker) }
    }
    waitUntilOthersSleep()
    turn.signal()
    hasStarted.wait()
    onCleanStack { post(.high, to: worker) }
    waitUntilOthersSleep()
  },
  Case("a message waits for an actor that waits for a thread", .heldByRuntime(["Lost"])) {
    onCleanStack {
      occupyThreads()
      post(to: Worker())
    }
    waitUntilOthersSleep()
  },
  Case("a task of an actor waits for another one, which is busy", .heldByRuntime(["Lost"])) {
    await worker.setOther(otherWorker)
    occupy(otherWorker)
    onCleanStack {
      let lost = Lost()
      Task.detached { await worker.pass(lost) }
    }
    waitUntilOthersSleep()
  },
  Case("the deinitializer of an object waits for the main actor") {
    await MainActor.run {
      onCleanStack {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          use(Screen())
          isDone.signal()
        }
        isDone.wait()
      }
      waitUntilOthersSleep()
      exit(0)
    }
  },
  // The message `take(lost)` is sent last, but becomes the head of the actor's queue. It has a link
  // to the object whose deinitializer waits.
  Case(
    "the deinitializer of an object waits for a busy actor", .heldByRuntime(["Behind"]),
    .heldByRuntime(["Lost"])
  ) {
    await Task { @Desk in
      let hasStarted = DispatchSemaphore(value: 0)
      Task.detached { await Desk.shared.work(hasStarted) }
    }.value
    waitUntilOthersSleep()
    onCleanStack {
      use(Note())
      let lost = Lost()
      Task.detached { await Desk.shared.take(lost) }
    }
    waitUntilOthersSleep()
  },
  Case("a message waits for the main actor", .heldByRuntime(["Lost"])) {
    await MainActor.run {
      onCleanStack {
        let lost = Lost()
        Task { @MainActor in use(lost) }
      }
      waitUntilOthersSleep()
      exit(0)
    }
  },
  Case("the messages of an actor have arrived") {
    onCleanStack {
      let worker = Worker()
      for _ in 0..<4 { post(to: worker) }
    }
    waitUntilOthersSleep()
  },
  Case("an actor that keeps itself", .provenCycle([])) {
    await Task {
      let worker = Worker()
      await worker.setOther(worker)
    }.value
    waitUntilOthersSleep()
  },
  Case("a message waits for an actor that nothing runs", .likelyCycle([])) {
    onCleanStack {
      let worker = Worker()
      let lost = Lost()
      Task(executorPreference: RunsOneJob()) { await worker.take(lost) }
    }
    waitUntilOthersSleep()
  },
]
