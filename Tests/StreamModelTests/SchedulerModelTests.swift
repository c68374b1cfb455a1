import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

/// Tests that compare schedulers with a list of pending steps. Requests and disposals are random.
@Suite(.countsResources) struct SchedulerModelTests {
  enum Kind: CaseIterable { case virtual, historical, serialQueue, concurrentQueue, operations }

  /// A scheduler that runs its steps only on request.
  private struct Held {
    var scheduler: any ImmediateSchedulerType
    /// Runs all pending steps.
    var run: () -> Void
    /// Resumes the queue. A queue must not be released while it is suspended.
    var resume: () -> Void = {}
  }

  private struct Step {
    var handle: any Disposable
    var isPending = true
    var wasDisposed = false
  }

  /// A log of the steps. Several threads may write to it.
  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var started: [Int] = []
    private var ended: [Int] = []

    func start(_ number: Int) { lock.withLock { started.append(number) } }
    func end(_ number: Int) { lock.withLock { ended.append(number) } }
    var runs: [Int] { lock.withLock { started.sorted() } }
    var disposals: [Int] { lock.withLock { ended.sorted() } }
  }

  @Test(arguments: Kind.allCases) func behavesLikeItsModel(kind: Kind) {
    for seed in (0..<60).map({ UInt64($0) }) + [UInt64.random(in: 1000...UInt64.max)] {
      if let difference = difference(kind, seed) {
        Issue.record("\(kind), seed \(seed): \(difference)")
        return
      }
    }
  }

  private func difference(_ kind: Kind, _ seed: UInt64) -> String? {
    var generator = SeededGenerator(seed: seed)
    let held = make(kind)
    defer { held.resume() }
    let (log, captured) = (Log(), ProbeCensus())
    var steps: [Step] = []
    var (runs, disposals): ([Int], [Int]) = ([], [])
    var history: [String] = []
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      switch Int.random(in: 0...9, using: &generator) {
      case 0:
        history.append("run")
        held.run()
        for index in steps.indices where steps[index].isPending {
          steps[index].isPending = false
          runs.append(index)
        }
      case 1...4:
        guard let index = steps.indices.randomElement(using: &generator) else { continue }
        history.append("dispose \(index)")
        steps[index].handle.dispose()
        // When the step is disposed, the disposable that the step returned must be disposed once.
        if !steps[index].isPending && !steps[index].wasDisposed && runs.contains(index) {
          disposals.append(index)
        }
        steps[index].isPending = false
        steps[index].wasDisposed = true
      default:
        history.append("schedule \(steps.count)")
        steps.append(Step(handle: schedule(steps.count, on: held.scheduler, log, captured)))
      }
      if log.runs != runs.sorted() { return "\(history): ran \(log.runs), not \(runs.sorted())" }
      if log.disposals != disposals.sorted() {
        return "\(history): disposed \(log.disposals), not \(disposals.sorted())"
      }
      // A pending step retains its captures. A step that has run or was disposed must not retain
      // them.
      let pending = Set(steps.indices.filter { steps[$0].isPending })
      if captured.living != pending {
        return "\(history): retains \(captured.living.sorted()), not \(pending.sorted())"
      }
    }
    for step in steps { step.handle.dispose() }
    held.run()
    return nil
  }

  private func schedule(
    _ number: Int, on scheduler: any ImmediateSchedulerType, _ log: Log, _ captured: ProbeCensus
  ) -> any Disposable {
    let held = Probe(number, captured)
    return scheduler.schedule(number) { number in
      withExtendedLifetime(held) { log.start(number) }
      return Disposables.create { log.end(number) }
    }
  }

  private func make(_ kind: Kind) -> Held {
    switch kind {
    case .virtual:
      let scheduler = TestScheduler(initialClock: 0)
      return Held(scheduler: scheduler, run: { scheduler.advanceTo(scheduler.clock + 10) })
    case .historical:
      let scheduler = HistoricalScheduler()
      return Held(
        scheduler: scheduler,
        run: { scheduler.advanceTo(scheduler.clock.addingTimeInterval(10)) })
    case .serialQueue:
      let queue = DispatchQueue(label: "steps")
      queue.suspend()
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "steps")
      return Held(scheduler: scheduler, run: { run(queue, scheduler) }, resume: queue.resume)
    case .concurrentQueue:
      // The queue is serial, so that only one thread at a time uses the census.
      let queue = DispatchQueue(label: "steps")
      queue.suspend()
      let scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
      return Held(scheduler: scheduler, run: { run(queue, scheduler) }, resume: queue.resume)
    case .operations:
      let operations = OperationQueue()
      operations.maxConcurrentOperationCount = 1
      operations.isSuspended = true
      let run = {
        operations.isSuspended = false
        operations.waitUntilAllOperationsAreFinished()
        operations.isSuspended = true
      }
      return Held(scheduler: OperationQueueScheduler(operationQueue: operations), run: run)
    }
  }

  /// Resumes a queue until its steps and one additional step have run.
  private func run(_ queue: DispatchQueue, _ scheduler: any ImmediateSchedulerType) {
    let done = DispatchSemaphore(value: 0)
    _ = scheduler.schedule(()) { _ in
      done.signal()
      return Disposables.create()
    }
    queue.resume()
    done.wait()
    queue.sync {}
    queue.suspend()
  }
}
