import Synchronization

/// An object that runs tasks on request, on the requesting thread.
///
/// When ``run()`` returns, each of its tasks has ended or waits for something: a walk that
/// follows looks at no task on the move.
final class StepExecutor: TaskExecutor {
  private let jobs = Mutex([UnownedJob]())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs what is enqueued, and what that enqueues.
  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
