import Synchronization

/// An executor that runs jobs only in `run()`, on the calling thread, in the order in which they
/// became ready.
final class TurnExecutor: TaskExecutor {
  private let steps = Mutex([UnownedJob]())

  func enqueue(_ step: consuming ExecutorJob) {
    let step = UnownedJob(step)
    steps.withLock { $0.append(step) }
  }

  /// Runs jobs until none is ready. A job that becomes ready during the call also runs.
  func run() {
    while let step = steps.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      unsafe step.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
