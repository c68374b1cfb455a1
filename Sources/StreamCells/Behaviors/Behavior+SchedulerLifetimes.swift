import Scenarios
import Dispatch
import Foundation
import Streams

extension Behavior {
  /// The lifetimes of schedulers, of their work, and of memory that the registry does not count.
  static let schedulerLifetimes = schedulerReleases + uncounted

  private static let schedulerReleases = makers.indices.map { index in
    Behavior(makers[index].0, "is released after its work") { check in
      let scheduler = releasedScheduler(check, makers[index].1)
      check.expectSoon("the scheduler is still retained") {
        spinMainQueue()
        return scheduler.isReleased
      }
      check.expectSoon("values of its work are still retained") {
        spinMainQueue()
        return check.census.living == 0
      }
    }
  }

  private static let uncounted = [
    Behavior("schedulers", "return what disposes the work of an action") { check in
      for (name, scheduler) in immediateSchedulers {
        let probe = check.probe()
        let ran = Flag()
        let work = scheduler.schedule(()) { _ in
          ran.set()
          return probe
        }
        check.run(scheduler, until: ran)
        check.expect(ran.isSet, "\(name) did not run an action")
        check.expect(probe.disposals, is: 0, "disposals of the running work with \(name)")
        work.dispose()
        check.expectSoon("\(name) does not dispose what an action returned") {
          probe.disposals == 1
        }
      }
    },
    Behavior("schedulers", "dispose what an action returns that disposes itself") { check in
      for (name, scheduler) in immediateSchedulers {
        let probe = check.probe()
        let (ran, serial) = (Flag(), SerialDisposable())
        serial.disposable = scheduler.schedule(()) { [unowned serial] _ in
          serial.dispose()
          ran.set()
          return probe
        }
        check.run(scheduler, until: ran)
        check.expect(ran.isSet, "\(name) did not run an action")
        check.expectSoon("\(name) does not dispose what an action returned that was disposed") {
          serial.dispose()
          return probe.disposals == 1
        }
      }
    },
    Behavior("schedulers", "return what disposes the work of a delayed action") { check in
      let schedulers: [(String, any SchedulerType)] =
        makers.map { ($0, $1()) } + [("ConcurrentMainScheduler", ConcurrentMainScheduler.instance)]
      for (name, scheduler) in schedulers {
        let probe = check.probe()
        let ran = Flag()
        let work = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
          ran.set()
          return probe
        }
        check.run(scheduler, until: ran)
        check.expect(ran.isSet, "\(name) did not run a delayed action")
        check.expect(probe.disposals, is: 0, "disposals of the running work with \(name)")
        work.dispose()
        check.expectSoon("\(name) does not dispose what a delayed action returned") {
          probe.disposals == 1
        }
      }
    },
    Behavior("ConcurrentMainScheduler", "releases work that was disposed") { check in
      _ = releasedScheduler(check) { ConcurrentMainScheduler.instance }
      check.expectSoon("values of disposed work are still retained") {
        spinMainQueue()
        return check.census.living == 0
      }
    },
    Behavior("TestScheduler", "is released with its sequences and observers") { check in
      let scheduler = releasedTestScheduler(check)
      check.expect(scheduler.isReleased, "a scheduler is still retained")
      check.expect(check.census.living, is: 0, "recorded elements are still retained")
    },
    Behavior("CurrentThreadScheduler", "leaves nothing with a thread that ended") { check in
      expectSteadyHeap(check, "threads", repetitions: 800) {
        runOnJoinedThread {
          Observable.of(1, 2).subscribe(on: CurrentThreadScheduler.instance).subscribe().dispose()
        }
      }
    },
    Behavior("Hooks", "that record call stacks keep none") { check in
      let records = Hooks.recordCallStackOnError
      defer { Hooks.recordCallStackOnError = records }
      Hooks.recordCallStackOnError = true
      let feed = PublishSubject<Int>()
      expectSteadyHeap(check, "subscriptions", repetitions: 400) {
        feed.subscribe(onNext: { _ in }).dispose()
      }
    },
    Behavior("CompositeDisposable", "disposes each member that it was created with") { check in
      for count in 2...7 {
        let probes = (0..<count).map { _ in check.probe() }
        let composite =
          switch count {
          case 2: CompositeDisposable(probes[0], probes[1])
          case 3: CompositeDisposable(probes[0], probes[1], probes[2])
          case 4: CompositeDisposable(probes[0], probes[1], probes[2], probes[3])
          case 5: CompositeDisposable(probes[0], probes[1], probes[2], probes[3], probes[4])
          case 6:
            CompositeDisposable(probes[0], probes[1], probes[2], probes[3], probes[4], probes[5])
          default: CompositeDisposable(disposables: probes)
          }
        check.expect(composite.count, is: count, "members")
        composite.dispose()
        check.expect(probes.map(\.disposals), is: probes.map { _ in 1 }, "disposals of \(count)")
      }
    },
  ]

  private static var makers: [(String, () -> any SchedulerType & AnyObject)] {
    [
      ("MainScheduler", { MainScheduler() }),
      (
        "a serial scheduler with a queue",
        {
          SerialDispatchQueueScheduler(
            queue: DispatchQueue(label: "cell"), internalSerialQueueName: "cell")
        }
      ),
      (
        "a serial scheduler with a name",
        { SerialDispatchQueueScheduler(internalSerialQueueName: "cell") }
      ),
      ("a serial scheduler with a quality", { SerialDispatchQueueScheduler(qos: .default) }),
      (
        "a concurrent scheduler",
        {
          ConcurrentDispatchQueueScheduler(
            queue: DispatchQueue(label: "cell", attributes: .concurrent))
        }
      ),
      (
        "a concurrent scheduler with a quality", { ConcurrentDispatchQueueScheduler(qos: .default) }
      ),
      ("TestScheduler", { TestScheduler(initialClock: 0) }),
      ("HistoricalScheduler", { HistoricalScheduler() }),
    ]
  }

  /// Schedulers of every kind.
  private static var immediateSchedulers: [(String, any ImmediateSchedulerType)] {
    makers.map { ($0, $1()) } + [
      ("OperationQueueScheduler", OperationQueueScheduler(operationQueue: OperationQueue())),
      ("ConcurrentMainScheduler", ConcurrentMainScheduler.instance),
      ("CurrentThreadScheduler", CurrentThreadScheduler.instance),
    ]
  }

  /// Schedules work of each kind on a new scheduler, runs the work that is due and disposes the
  /// rest. Returns a weak reference to the scheduler.
  @inline(never)
  private static func releasedScheduler(
    _ check: Check, _ make: () -> any SchedulerType & AnyObject
  ) -> WeakObject {
    let scheduler = make()
    let ran = Flag()
    let held = check.census.make()
    let works: [any Disposable] = [
      scheduler.schedule(()) { [held] _ in
        withExtendedLifetime(held) { ran.set() }
        return Disposables.create()
      },
      scheduler.scheduleRelative((), dueTime: .seconds(60)) { [held] _ in
        withExtendedLifetime(held) { Disposables.create() }
      },
      scheduler.schedulePeriodic(1, startAfter: .seconds(60), period: .seconds(60)) { [held] in
        withExtendedLifetime(held) {}
        return $0
      },
    ]
    check.run(scheduler, until: ran)
    for work in works { work.dispose() }
    return WeakObject(scheduler)
  }

  @inline(never)
  private static func releasedTestScheduler(_ check: Check) -> WeakObject {
    let scheduler = TestScheduler(initialClock: 0)
    let hot = scheduler.createHotObservable([.next(210, check.census.make()), .completed(300)])
    let cold = scheduler.createColdObservable([.next(10, check.census.make()), .completed(50)])
    let observer = scheduler.createObserver(Token.self)
    let subscription = hot.subscribe(observer)
    let result: TestableObserver<Token> = scheduler.start(disposed: 400) {
      Observable.merge(hot.asObservable(), cold.asObservable())
    }
    check.expect(result.events.count, is: 3, "events")
    check.expect(observer.events.count, is: 2, "events of an observer")
    subscription.dispose()
    return WeakObject(scheduler)
  }
}

extension Check {
  /// Lets a scheduler run until its work has set a flag, or until a time limit.
  fileprivate func run(_ scheduler: any ImmediateSchedulerType, until flag: Flag) {
    if let scheduler = scheduler as? TestScheduler { scheduler.advanceTo(scheduler.clock + 5) }
    if let scheduler = scheduler as? HistoricalScheduler {
      scheduler.advanceTo(scheduler.clock.addingTimeInterval(5))
    }
    for _ in 0..<500 where !flag.isSet {
      spinMainQueue()
      usleep(1_000)
    }
  }
}

/// Runs the work of the main queue, if this is the main thread.
private func spinMainQueue() {
  if Thread.isMainThread { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001)) }
}

/// A Boolean value that one thread sets and another reads.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}

private final class WeakObject {
  private weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isReleased: Bool { object == nil }
}
