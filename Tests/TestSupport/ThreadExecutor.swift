import Foundation

/// An executor with a fixed number of threads of its own.
///
/// The concurrency runtime has one thread for each processor. A test that blocks its thread, or
/// that must not wait for a thread used by other tests, runs on this executor.
final class ThreadExecutor: TaskExecutor {
  private let queue = OperationQueue()

  /// - Parameter threads: The number of jobs that may run at the same time.
  init(threads: Int) { queue.maxConcurrentOperationCount = threads }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
