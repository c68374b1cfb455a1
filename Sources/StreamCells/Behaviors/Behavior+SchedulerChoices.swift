import Dispatch
import Foundation
import RACDisposables
import Streams

extension Behavior {
  /// Clocks, and the queue, priority and diagnostics that a caller chooses.
  static let schedulerChoices = [
    Behavior("VirtualTimeScheduler", "whose clock never moves back") { check in
      let clock = TestScheduler(initialClock: 0)
      clock.sleep(10)
      clock.scheduleAt(5) { check.log.append("\(clock.clock)") }
      clock.start()
      check.expectLog("10")
    },
    Behavior("TestScheduler", "runs work one tick later at the earliest") { check in
      for delay in [-1, 0, 1] {
        let clock = TestScheduler(initialClock: 3)
        let work = clock.scheduleRelativeVirtual((), dueTime: delay) { _ in
          check.log.append("\(clock.clock)")
          return Disposables.create()
        }
        clock.start()
        work.dispose()
      }
      check.expectLog("4 4 4")
    },
    Behavior("HistoricalScheduler", "begins at the given time") { check in
      let start = Date(timeIntervalSince1970: 5)
      check.expect(HistoricalScheduler(initialClock: start).clock, is: start, "the clock")
    },
    Behavior("ConcurrentDispatchQueueScheduler", "runs work in parallel") { check in
      let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
      let (second, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let work = scheduler.schedule(()) { _ in
        check.expectSignal(second, "the work is not run in parallel")
        end.signal()
        return Disposables.create()
      }
      let other = scheduler.schedule(()) { _ in
        second.signal()
        return Disposables.create()
      }
      end.wait()
      work.dispose()
      other.dispose()
    },
    Behavior("SerialDispatchQueueScheduler", "lets the caller configure its queue") { check in
      let scheduler = SerialDispatchQueueScheduler(
        internalSerialQueueName: "cell", serialQueueConfiguration: { check.log.append($0.label) })
      check.expectLog("cell")
      withExtendedLifetime(scheduler) {}
    },
    Behavior("timer", "on a queue begins at once if nothing delays it") { check in
      let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "cell")
      let sent = DispatchSemaphore(value: 0)
      let subscription = Observable<Int>.timer(
        .milliseconds(0), period: .seconds(1_000), scheduler: scheduler
      ).subscribe(onNext: { _ in sent.signal() })
      check.expectSignal(sent, "the first element is late")
      subscription.dispose()
    },
    Behavior("Hooks", "are not called if the observer handles the error") { check in
      let handler = Hooks.defaultErrorHandler
      defer { Hooks.defaultErrorHandler = handler }
      Hooks.defaultErrorHandler = { _, _ in check.log.append("unhandled") }
      Observable<Int>.error(CellError()).log(check).dispose()
      check.expectLog("error disposed")
      Observable<Int>.error(CellError()).subscribe(onNext: { _ in }).dispose()
      check.expectLog("unhandled")
    },
    Behavior("Hooks", "name the kind of a synchronization anomaly") { check in
      let subject = PublishSubject<Int>()
      var messages: [String] = []
      Hooks.synchronizationAnomalyHandler = { messages.append($0) }
      let subscription = subject.subscribe(onNext: { [unowned subject] in
        if $0 == 1 { subject.onNext(2) }
      })
      subject.onNext(1)
      subscription.dispose()
      Hooks.synchronizationAnomalyHandler = { _ in }
      // Release builds do not look for anomalies.
      #if DEBUG
        check.expect(messages.count, is: 1, "messages")
        check.expect(
          messages.first?.hasPrefix("Reentrancy") == true, "the message is not about reentrancy")
      #endif
    },
    Behavior("Hooks", "capture call stacks only if this is enabled") { check in
      let (capture, isEnabled) = (
        Hooks.customCaptureSubscriptionCallstack, Hooks.recordCallStackOnError
      )
      defer {
        Hooks.customCaptureSubscriptionCallstack = capture
        Hooks.recordCallStackOnError = isEnabled
      }
      Hooks.customCaptureSubscriptionCallstack = {
        check.log.append("captured")
        return []
      }
      for isEnabled in [false, true] {
        Hooks.recordCallStackOnError = isEnabled
        Observable.just(1).subscribe(onNext: { check.log.append("\($0)") }).dispose()
      }
      check.expectLog("1 captured 1")
    },
    Behavior("asObservable", "of an asynchronous sequence has the caller's task values") { check in
      check.wait {
        await CellValue.$number.withValue(7) {
          let numbers = AsyncStream<Int>(unfolding: { CellValue.number })
          let first = try? await numbers.asObservable().take(1).asSingle().value
          check.log.append("\(first ?? 0)")
        }
      }
      check.expectLog("7")
    },
    Behavior("asObservable", "reads an asynchronous sequence with the given priority") { check in
      let done = DispatchSemaphore(value: 0)
      let priorities = AsyncStream<TaskPriority>(unfolding: { Task.currentPriority })
      let subscription = priorities.asObservable(priority: .background).take(1).subscribe(onNext: {
        check.log.append($0 == .background ? "background" : "\($0)")
        done.signal()
      })
      check.expectSignal(done, "no element was sent")
      check.expectLog("background")
      subscription.dispose()
    },
    Behavior("Single.create", "runs with the given priority") { check in
      let done = DispatchSemaphore(value: 0)
      let subscription = Single<TaskPriority>.create(detached: true, priority: .background) {
        Task.currentPriority
      }.subscribe(onSuccess: {
        check.log.append($0 == .background ? "background" : "\($0)")
        done.signal()
      })
      check.expectSignal(done, "no element was sent")
      check.expectLog("background")
      subscription.dispose()
    },
  ]
}

/// A value that tasks inherit.
private enum CellValue {
  @TaskLocal static var number = 0
}
