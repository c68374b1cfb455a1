import Foundation
import Synchronization

/// A few threads for jobs that wait.
final class WaitingThreads: TaskExecutor {
  /// One more than there are processors, so that one may wait.
  static let shared = WaitingThreads(count: ProcessInfo.processInfo.activeProcessorCount + 1)

  private let jobs = Mutex<[UnownedJob]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count {
      let thread = Thread { [self] in
        while true { runNext() }
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrivals.signal()
  }

  private func runNext() {
    arrivals.wait()
    let job = jobs.withLock { $0.removeFirst() }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
