import Dispatch
import Foundation
import Streams

extension Behavior {
  static let schedulers = [
    Behavior("VirtualTimeScheduler", "order") { check in
      let clock = TestScheduler(initialClock: 0)
      for (time, name) in [(5, "a"), (3, "b"), (5, "c"), (1, "d"), (4, "e"), (2, "f"), (5, "g")] {
        clock.scheduleAt(time) { check.log.append("\(name)\(clock.clock)") }
      }
      let dropped = clock.scheduleRelative((), dueTime: .seconds(2)) {
        [held = check.census.make()] _ in
        withExtendedLifetime(held) {}
        check.log.append("dropped")
        return Disposables.create()
      }
      dropped.dispose()
      check.expect(check.census.living, is: 0, "values that a disposed step retains")
      clock.advanceTo(3)
      check.expectLog("d1 f2 b3")
      clock.scheduleAt(4) { clock.stop() }
      clock.start()
      check.expectLog("e4")
      clock.start()
      check.expectLog("a5 c5 g5")
      clock.sleep(3)
      check.expect(clock.clock, is: 8, "the clock")
    },
    Behavior("VirtualTimeScheduler", "periodic") { check in
      let clock = TestScheduler(initialClock: 0)
      let held = check.census.make()
      let ticks = clock.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(2)) {
        [held] in
        withExtendedLifetime(held) {}
        check.log.append("\($0)@\(clock.clock)")
        return $0 + 1
      }
      clock.advanceTo(6)
      ticks.dispose()
      clock.advanceTo(20)
      check.expectLog("0@1 1@3 2@5")
    },
    Behavior("CurrentThreadScheduler", "order") { check in
      let scheduler = CurrentThreadScheduler.instance
      check.expect(CurrentThreadScheduler.isScheduleRequired, "work is running")
      _ = scheduler.schedule(()) { _ in
        check.log.append("a")
        check.expect(!CurrentThreadScheduler.isScheduleRequired, "no work is running")
        let held = check.census.make()
        _ = scheduler.schedule(()) { _ in
          check.log.append("c")
          return Disposables.create()
        }
        let dropped = scheduler.schedule(()) { [held] _ in
          withExtendedLifetime(held) {}
          check.log.append("dropped")
          return Disposables.create()
        }
        dropped.dispose()
        for number in 1...9 {
          _ = scheduler.schedule(number) { number in
            check.log.append("\(number)")
            return Disposables.create()
          }
        }
        check.log.append("b")
        return Disposables.create()
      }
      check.expect(CurrentThreadScheduler.isScheduleRequired, "work is running afterwards")
      check.expectLog("a b c 1 2 3 4 5 6 7 8 9")
    },
    Behavior("DispatchQueue", "steps and timers") { check in
      let queue = DispatchQueue(label: "cell")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
      let done = DispatchSemaphore(value: 0)
      _ = scheduler.schedule(1) { number in
        check.log.append("\(number)")
        done.signal()
        return Disposables.create()
      }
      check.expect(done.wait(timeout: .now() + 5) == .success, "a step did not run")
      _ = scheduler.scheduleRelative(2, dueTime: .milliseconds(1)) { number in
        check.log.append("\(number)")
        done.signal()
        return Disposables.create()
      }
      check.expect(done.wait(timeout: .now() + 5) == .success, "a timer did not fire")
      let cancelled = scheduler.scheduleRelative(3, dueTime: .milliseconds(5)) {
        [held = check.census.make()] number in
        withExtendedLifetime(held) {}
        check.log.append("\(number)")
        return Disposables.create()
      }
      cancelled.dispose()
      let ticks = scheduler.schedulePeriodic(
        4, startAfter: .milliseconds(1), period: .milliseconds(1)
      ) { [held = check.census.make()] number in
        withExtendedLifetime(held) {}
        if number < 7 { check.log.append("\(number)") }
        if number == 6 { done.signal() }
        return number + 1
      }
      check.expect(done.wait(timeout: .now() + 5) == .success, "a periodic timer did not fire")
      ticks.dispose()
      usleep(8_000)
      // The queue releases the objects of a timer only after the timer has run.
      for _ in 0..<50 where check.census.living > 0 {
        queue.sync {}
        usleep(1_000)
      }
      check.expectLog("1 2 4 5 6")
    },
    Behavior("OperationQueueScheduler", "steps") { check in
      let queue = OperationQueue()
      let scheduler = OperationQueueScheduler(operationQueue: queue, queuePriority: .high)
      let held = check.census.make()
      _ = scheduler.schedule(()) { [held] _ in
        withExtendedLifetime(held) { check.log.append("step") }
        return Disposables.create()
      }
      queue.waitUntilAllOperationsAreFinished()
      usleep(2_000)
      check.expectLog("step")
    },
    Behavior("OperationQueueScheduler", "retains nothing for a step that was disposed") { check in
      let queue = OperationQueue()
      queue.isSuspended = true
      let scheduler = OperationQueueScheduler(operationQueue: queue)
      let step = schedule(check.census.make(), on: scheduler)
      check.expect(check.census.living, is: 1, "values before the disposal")
      step.dispose()
      check.expect(check.census.living, is: 0, "values of a step that was disposed")
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
    },
    Behavior("MainScheduler", "runs immediately on the main thread") { check in
      // Matrix cells usually run on the main thread. As no other action is scheduled there, the
      // scheduler runs this action at once.
      _ = MainScheduler.instance.schedule(1) { number in
        check.log.append("\(number)")
        return Disposables.create()
      }
      if Thread.isMainThread { check.expectLog("1") } else { check.log = [] }
    },
    Behavior("observe(on:)", "of a serial queue") { check in
      let queue = DispatchQueue(label: "cell")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
      let feed = PublishSubject<Token>()
      let gate = DispatchSemaphore(value: 0)
      var received = 0
      let subscription = feed.observe(on: scheduler).subscribe(onNext: { _ in received += 1 })
      let held = check.census.make()
      let waiting = feed.observe(on: scheduler).subscribe(onNext: { _ in
        withExtendedLifetime(held) {}
      })
      queue.async { gate.wait() }
      feed.onNext(check.census.make())
      feed.onNext(check.census.make())
      // Actions that are pending when the subscriptions end must not retain objects of the
      // subscriptions.
      waiting.dispose()
      subscription.dispose()
      check.expect(check.census.living <= 1, "\(check.census.living) values wait after the end")
      gate.signal()
      queue.sync {}
      usleep(2_000)
      check.expect(received, is: 0, "elements after the end")
    },
    Behavior("observe(on:)", "delivers on a serial queue") { check in
      let queue = DispatchQueue(label: "cell")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
      let done = DispatchSemaphore(value: 0)
      let subscription = Observable.of(1, 2, 3).observe(on: scheduler).subscribe(
        onNext: { check.log.append("\($0)") }, onCompleted: { done.signal() })
      check.expect(done.wait(timeout: .now() + 5) == .success, "no terminal event arrived")
      subscription.dispose()
      // When the queue runs this block, the action that sent the end has returned.
      queue.sync {}
      usleep(5_000)
      check.expectLog("1 2 3")
    },
    Behavior("deep chains", "unwind") { check in
      var chain = Observable.from([1, 2, 3])
      for _ in 0..<200 { chain = chain.flatMap { Observable.just($0) } }
      var sum = 0
      chain.subscribe(onNext: { sum += $0 }, onCompleted: { check.log.append("completed") })
        .dispose()
      check.expect(sum, is: 6, "the sum")
      check.expectLog("completed")
      var failing = Observable<Int>.error(CellError())
      for _ in 0..<200 { failing = .merge(failing, .never()) }
      _ = failing.subscribe(onError: { _ in check.log.append("error") })
      check.expectLog("error")
    },
  ]
}

/// Schedules an action whose state is a value. This is a separate function so that no temporary
/// retains the value.
@inline(never)
private func schedule(_ token: Token, on scheduler: OperationQueueScheduler) -> any Disposable {
  scheduler.schedule(token) { _ in Disposables.create() }
}
