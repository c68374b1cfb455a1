import Scenarios
import Dispatch
import Foundation
import Streams

extension Behavior {
  /// Schedulers, containers, subjects and shared sources, including reentrant calls.
  static let machinery = [
    Behavior("TestScheduler", "start") { check in
      let clock = TestScheduler(initialClock: 0)
      let hot = clock.createHotObservable([.next(150, 1), .next(250, 2), .next(1_100, 3)])
      let observer = clock.start { hot.asObservable().map { $0 * 10 } }
      check.expect(
        observer.events.map { "\($0.value)@\($0.time)" }, is: ["next(20)@250"], "the events")
      check.expect(
        hot.subscriptions.map { "\($0.subscribe)-\($0.unsubscribe)" }, is: ["200-1000"],
        "the subscriptions to a hot sequence")
      let other = TestScheduler(initialClock: 0)
      let cold = other.createColdObservable([.next(50, 1), .completed(90)])
      let second = other.start { cold.asObservable() }
      check.expect(
        second.events.map { "\($0.value)@\($0.time)" }, is: ["next(1)@250", "completed@290"],
        "the events")
      check.expect(
        cold.subscriptions.map { "\($0.subscribe)-\($0.unsubscribe)" }, is: ["200-290"],
        "the subscriptions to a cold sequence")
    },
    Behavior("VirtualTimeScheduler", "started in a step") { check in
      let clock = TestScheduler(initialClock: 0)
      clock.scheduleAt(1) {
        check.log.append("a")
        clock.start()
        check.log.append("b")
      }
      clock.scheduleAt(2) { check.log.append("c") }
      let dropped = clock.scheduleRelative((), dueTime: .seconds(9)) { _ in
        Disposables.create()
      }
      dropped.dispose()
      clock.start()
      check.expect(clock.clock, is: 2, "the clock")
      clock.advanceTo(20)
      check.expect(clock.clock, is: 20, "the clock")
      check.expectLog("a b c")
    },
    Behavior("scheduleRecursive", "ends") { check in
      let clock = TestScheduler(initialClock: 0)
      let held = check.census.make()
      var steps = 0
      let schedule = recursive(clock, held) { steps += 1 }
      clock.advanceTo(5)
      let objects = Resources.total
      clock.advanceTo(105)
      check.expect(Resources.total - objects < 4, "actions that have run are still retained")
      schedule.dispose()
      let count = steps
      clock.advanceTo(120)
      check.expect(steps, is: count, "steps after disposal")
      withExtendedLifetime(schedule) {}
    },
    Behavior("scheduleRecursive", "keeps nothing after disposal") { check in
      let clock = TestScheduler(initialClock: 0)
      var schedules: [any Disposable] = []
      keep(&schedules, clock, check)
      clock.advanceTo(5)
      for schedule in schedules { schedule.dispose() }
      check.expect(check.census.living, is: 0, "values of schedules that were disposed")
    },
    Behavior("DispatchQueue", "timers that are disposed") { check in
      let queue = DispatchQueue(label: "cell")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
      let probe = check.probe()
      let ran = DispatchSemaphore(value: 0)
      let step = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
        ran.signal()
        return probe
      }
      check.expect(ran.wait(timeout: .now() + 2) == .success, "a timer did not fire")
      queue.sync {}
      step.dispose()
      check.expect(probe.disposals, is: 1, "disposals of the disposable that an action returned")
      let objects = Resources.total
      let gate = DispatchSemaphore(value: 0)
      queue.async { gate.wait() }
      later(scheduler, check).dispose()
      check.expect(check.census.living, is: 0, "values of a timer that was disposed")
      gate.signal()
      check.expectSoon("a timer that was disposed is still retained") { Resources.total <= objects }
    },
    Behavior("MainScheduler", "from another thread") { check in
      guard Thread.isMainThread else { return }
      onOtherThread {
        _ = MainScheduler.instance.schedule(1) { number in
          check.log.append("\(number) \(Thread.isMainThread)")
          return Disposables.create()
        }
      }
      for _ in 0..<200 where check.log.isEmpty {
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.002))
      }
      check.expectLog("1 true")
    },
    Behavior("ScheduledDisposable", "releases") { check in
      let clock = TestScheduler(initialClock: 0)
      let scheduled = ScheduledDisposable(scheduler: clock, disposable: Keeper(check.census.make()))
      scheduled.dispose()
      clock.advanceTo(5)
      check.expect(check.census.living, is: 0, "values that the scheduled disposable retains")
      withExtendedLifetime(scheduled) {}
    },
    Behavior("subscribe(on:)", "disposed before and after its step") { check in
      let feed = PublishSubject<Int>()
      let clock = TestScheduler(initialClock: 0)
      let first = feed.subscribe(on: clock).log(check, "a")
      let objects = Resources.total
      first.dispose()
      clock.advanceTo(5)
      check.expect(!feed.hasObservers, "the source is still subscribed to after disposal")
      check.expect(Resources.total <= objects, "objects are still retained after disposal")
      let second = feed.subscribe(on: clock).log(check, "b")
      clock.advanceTo(10)
      feed.onNext(1)
      second.dispose()
      clock.advanceTo(15)
      check.expect(!feed.hasObservers, "the source is still subscribed to")
      check.expectLog("adisposed b1 bdisposed")
    },
    Behavior("containers", "keep the order") { check in
      // The test ends at 32 members. With 33, two members would be in a dictionary, and their order
      // would depend on the keys.
      for count in [2, 5, 20, 31, 32] {
        for gone in 0..<(count == 32 ? 6 : 1) {
          var log: [Int] = []
          let composite = CompositeDisposable()
          for _ in 0..<gone {
            if let key = composite.insert(BooleanDisposable()) { composite.remove(for: key) }
          }
          for number in 0..<count {
            _ = composite.insert(Disposables.create { log.append(number) })
          }
          composite.dispose()
          check.expect(log, is: Array(0..<count), "the order of disposal")
        }
      }
    },
    Behavior("containers", "changed while they sweep") { check in
      let late = check.probe()
      var bag: DisposeBag? = DisposeBag()
      bag?.insert(InsertingDisposable { [weak bag] in bag?.insert(late) })
      for _ in 0..<40 { bag?.insert(check.probe()) }
      check.expect(late.disposals, is: 0, "disposals of the inserted disposable")
      bag = nil
      check.expect(late.disposals, is: 1, "disposals")
      let composite = CompositeDisposable()
      let second = check.probe()
      _ = composite.insert(
        InsertingDisposable { [weak composite] in _ = composite?.insert(second) })
      for _ in 0..<40 { _ = composite.insert(check.probe()) }
      check.expect(second.disposals, is: 0, "disposals of the inserted disposable")
      composite.dispose()
      check.expect(second.disposals, is: 1, "disposals")
    },
    Behavior("subjects", "whose released values call the subject") { check in
      // The release of a value calls the subject, whose lock must not be held at that moment.
      let replay = ReplaySubject<DeinitCallback>.create(bufferSize: 1)
      for _ in 0..<4 { replay.onNext(DeinitCallback { [weak replay] in _ = replay?.hasObservers }) }
      replay.dispose()
      let behavior = BehaviorSubject(value: DeinitCallback {})
      for _ in 0..<4 {
        behavior.onNext(DeinitCallback { [weak behavior] in _ = behavior?.hasObservers })
      }
      behavior.dispose()
      let last = AsyncSubject<DeinitCallback>()
      for _ in 0..<4 { last.onNext(DeinitCallback { [weak last] in _ = last?.hasObservers }) }
      last.dispose()
    },
    Behavior("BehaviorSubject", "replaces the replaying observer") { check in
      let (subject, plain) = (BehaviorSubject(value: 0), PublishSubject<Int>())
      var objects = Resources.total
      let first = plain.subscribe(onNext: { _ in })
      let expected = Resources.total - objects
      objects = Resources.total
      let second = subject.subscribe(onNext: { _ in })
      check.expect(Resources.total - objects, is: expected, "objects of a subscription")
      first.dispose()
      second.dispose()
    },
    Behavior("using", "disposes its resource") { check in
      for ending in [Event<Int>.completed, .error(CellError()), .next(1)] {
        let (probe, feed) = (check.probe(), PublishSubject<Int>())
        let subscription = Observable<Int>.using(
          { probe }, observableFactory: { _ in feed.asObservable() }
        ).subscribe(onError: { _ in })
        check.expect(probe.disposals, is: 0, "disposals before")
        feed.on(ending)
        subscription.dispose()
        check.expect(probe.disposals, is: 1, "disposals")
        check.expect(!feed.hasObservers, "the source is still subscribed to")
      }
    },
    Behavior("share", "subscribed to again in its end") { check in
      for shared in [0, 1, 2] {
        var connections = 0
        let source = Observable<Int>.deferred {
          connections += 1
          return Observable.just(connections).concat(Observable.error(CellError()))
        }
        let stream =
          switch shared {
          case 0: source.share()
          case 1: source.share(replay: 1)
          default: source.publish().refCount()
          }
        check.events(stream.retry(3), "1 2 3 x")
        check.expect(connections, is: 3, "connections")
        check.events(stream, "4 x")
      }
      for shared in [Observable.just(1).share(), Observable.just(1).share(replay: 1)] {
        check.events(shared, "1 completed")
        check.events(shared, "1 completed")
      }
    },
    Behavior("share", "whose observer unsubscribes during connect()") { check in
      let feed = PublishSubject<Int>()
      let shared = Observable<Int>.of(1, 2).concat(feed).share()
      check.events(shared.take(1), "1 completed")
      check.expect(!feed.hasObservers, "the source is still connected")
      check.events(shared.take(1), "1 completed")
      check.expect(!feed.hasObservers, "the source is still connected")
      let twice = Observable<Int>.of(1, 2).concat(feed).share(replay: 1)
      let first = twice.log(check, "a")
      check.events(twice.take(1), "2 completed")
      check.expect(
        feed.hasObservers, "the source was disconnected although an observer is subscribed")
      first.dispose()
      check.expect(!feed.hasObservers, "the source is still connected")
      check.expectLog("a1 a2 adisposed")
    },
    Behavior("throttle", "fed by its own handler") { check in
      let (feed, clock) = (PublishSubject<Int>(), TestScheduler(initialClock: 0))
      let subscription = feed.throttle(.seconds(5), scheduler: clock).subscribe(onNext: {
        [unowned feed] in
        check.log.append("\($0)@\(clock.clock)")
        if $0 < 4 { feed.onNext($0 + 1) }
      })
      feed.onNext(1)
      clock.advanceTo(40)
      subscription.dispose()
      check.expectLog("1@0 2@5 3@10 4@15")
    },
    Behavior("trampoline", "releases its steps") { check in
      var largest = 0
      CurrentThreadScheduler.instance.schedule(()) { _ in
        for _ in 0..<100 {
          let held = check.census.make()
          _ = CurrentThreadScheduler.instance.schedule(()) { _ in
            withExtendedLifetime(held) {}
            largest = max(largest, check.census.living)
            return Disposables.create()
          }
        }
        _ = CurrentThreadScheduler.instance.schedule(()) { _ in
          check.expect(check.census.living, is: 0, "values of steps that ran")
          return Disposables.create()
        }
        return Disposables.create()
      }.dispose()
      check.expect(largest, is: 100, "values of steps that wait")
    },
  ]

  private static func recursive(
    _ clock: TestScheduler, _ held: Token, _ step: @escaping () -> Void
  ) -> any Disposable {
    clock.scheduleRecursive(()) { [held] _, recurse in
      withExtendedLifetime(held) { step() }
      recurse(())
    }
  }

  @inline(never)
  private static func keep(
    _ schedules: inout [any Disposable], _ clock: TestScheduler, _ check: Check
  ) {
    schedules.append(recursive(clock, check.census.make()) {})
  }

  @inline(never)
  private static func later(
    _ scheduler: SerialDispatchQueueScheduler, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    return scheduler.scheduleRelative((), dueTime: .seconds(30)) { _ in
      withExtendedLifetime(held) {}
      return Disposables.create()
    }
  }
}

/// A value that calls a closure when it is released.
private final class DeinitCallback {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  deinit { body() }
}

/// A disposable that calls a closure when `isDisposed` is first read.
private final class InsertingDisposable: Cancelable {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  var isDisposed: Bool {
    body.take()?()
    return false
  }

  func dispose() {}
}
