import Synchronization

/// An executor that runs tasks only in ``run()``, on the calling thread.
///
/// When ``run()`` returns, each task has ended or is suspended. A heap walk that follows therefore
/// examines no running task.
final class StepExecutor: TaskExecutor {
  private let jobs = Mutex([UnownedJob]())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs until none is enqueued. A job that is enqueued during the call also runs.
  func run() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
