import Dispatch
import Foundation
import Scenarios
import Streams

extension Behavior {
  /// Objects and memory, whose amount must not grow with the number of repetitions, and the targets
  /// of binders.
  static let repetitions = [
    Behavior("repetitions", "of elements retain no objects") { check in
      for (number, make) in repeatedStreams.enumerated() {
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let clock = TestScheduler(initialClock: 0)
        let subscription = make(first, second, clock).subscribe(onNext: { _ in })
        func repeats(_ count: Int) -> Int {
          for index in 0..<count {
            first.onNext(index % 2)
            second.onNext(index % 2)
            clock.advanceTo(clock.clock + 12)
          }
          return Int(Resources.total)
        }
        let few = repeats(20)
        let growth = repeats(100) - few
        check.expect(growth < 8, "stream \(number) retains \(growth) more objects")
        subscription.dispose()
      }
    },
    Behavior("repetitions", "of attempts retain no objects") { check in
      let makers: [(Observable<Int>) -> Observable<Int>] = [
        { $0.retry() }, { $0.retry(1_000) },
        { $0.retry(when: { (errors: Observable<any Error>) in errors }) },
        { .catch(sequence: Array(repeating: $0, count: 1_000)) },
      ]
      for (number, make) in makers.enumerated() {
        expectSteadyAttempts(check, "failures of stream \(number)", .error(CellError()), make)
      }
      let sequences: [(Observable<Int>) -> Observable<Int>] = [
        { .concat(Array(repeating: $0, count: 1_000)) },
        { stream in Observable.range(start: 0, count: 1_000).concatMap { _ in stream } },
        { stream in Observable.range(start: 0, count: 1_000).map { _ in stream }.concat() },
      ]
      for (number, make) in sequences.enumerated() {
        expectSteadyAttempts(check, "completions of stream \(number)", .completed, make)
      }
    },
    Behavior("repetitions", "of timers leave nothing on the heap") { check in
      let queue = DispatchQueue(label: "cell")
      let schedulers: [any SchedulerType] = [
        SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell"),
        ConcurrentDispatchQueueScheduler(queue: queue),
      ]
      for (number, scheduler) in schedulers.enumerated() {
        expectSteadyTimers(check, "timers of scheduler \(number) that ran") {
          let done = DispatchSemaphore(value: 0)
          let timer = scheduler.scheduleRelative((), dueTime: .microseconds(1)) { _ in
            done.signal()
            return Disposables.create()
          }
          done.wait()
          queue.sync {}
          timer.dispose()
        }
        expectSteadyTimers(check, "timers of scheduler \(number) that ran and were not disposed") {
          let done = DispatchSemaphore(value: 0)
          _ = scheduler.scheduleRelative((), dueTime: .microseconds(1)) { _ in
            done.signal()
            return Disposables.create()
          }
          done.wait()
          queue.sync {}
        }
        expectSteadyTimers(check, "timers of scheduler \(number) that were disposed") {
          scheduler.scheduleRelative((), dueTime: .seconds(60)) { _ in Disposables.create() }
            .dispose()
          queue.sync {}
        }
        expectSteadyTimers(check, "periodic timers of scheduler \(number)") {
          scheduler.schedulePeriodic((), startAfter: .seconds(60), period: .seconds(60)) { $0 }
            .dispose()
          queue.sync {}
        }
      }
    },
    Behavior("concat", "releases sequences of sequences that have ended") { check in
      let feed = PublishSubject<Token>()
      for count in [1, 20, 40] {
        let groups = (0..<count).lazy.map { _ in
          Observable.just(check.census.make()).concat(Observable.empty())
        }
        let first = Observable.concat(groups)
        let subscription = first.concat(feed).subscribe(onNext: { _ in })
        check.expect(
          check.census.living, is: 0, "values of \(count) sequences that have ended")
        subscription.dispose()
      }
    },
    Behavior("targets of binders", "are retained weakly") { check in
      let feed = PublishSubject<Int>()
      let clock = TestScheduler(initialClock: 0)
      let makers: [(Token) -> any Disposable] = [
        { feed.bind(to: Binder($0, scheduler: clock) { _, _ in }) },
        { feed.subscribe(Binder($0, scheduler: clock) { _, _ in }.asObserver()) },
        { feed.map { $0 }.subscribe(Binder($0, scheduler: clock) { _, _ in }) },
        { feed.withUnretained($0).subscribe(onNext: { _ in }) },
      ]
      for (number, make) in makers.enumerated() {
        let subscription = bound(make, check)
        check.expect(check.census.living, is: 0, "targets that binding \(number) retains")
        feed.onNext(1)
        clock.advanceTo(clock.clock + 1)
        subscription.dispose()
      }
    },
    Behavior("targets of binders", "are retained weakly by pending steps") { check in
      let clock = TestScheduler(initialClock: 0)
      for count in [1, 3] {
        var target: Token? = check.census.make()
        let binder = target.map {
          Binder($0, scheduler: clock) { (_: Token, number: Int) in check.log.append("\(number)") }
        }
        for number in 0..<count { binder?.onNext(number) }
        target = nil
        check.expect(check.census.living, is: 0, "targets that \(count) pending steps retain")
        clock.advanceTo(clock.clock + 1)
        check.expectLog("")
      }
    },
  ]

  private typealias RepeatedStream = (
    Observable<Int>, Observable<Int>, TestScheduler
  ) -> Observable<Int>

  private static var repeatedStreams: [RepeatedStream] {
    [
      { source, _, clock in
        source.window(timeSpan: .seconds(9), count: 1, scheduler: clock).flatMap { $0 }
      },
      { source, _, clock in
        source.window(timeSpan: .seconds(2), count: 9, scheduler: clock).map { _ in 0 }
      },
      { source, _, clock in
        source.buffer(timeSpan: .seconds(2), count: 3, scheduler: clock).map(\.count)
      },
      { source, _, clock in source.debounce(.seconds(1), scheduler: clock) },
      { source, _, clock in source.throttle(.seconds(1), scheduler: clock) },
      { source, _, clock in source.delay(.seconds(1), scheduler: clock) },
      { source, _, clock in source.timeout(.seconds(60), scheduler: clock) },
      { source, _, clock in source.observe(on: clock) },
      { source, _, clock in source.flatMap { Observable.just($0).subscribe(on: clock) } },
      { source, _, clock in
        source.flatMapLatest {
          Observable<Int>.interval(.seconds(1), scheduler: clock).startWith($0)
        }
      },
      { source, _, clock in
        source.flatMap { Observable.just($0).delaySubscription(.seconds(1), scheduler: clock) }
      },
      { source, _, clock in
        source.concatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }
      },
      { source, _, clock in
        source.flatMapFirst { Observable.just($0).delay(.seconds(1), scheduler: clock) }
      },
      { source, other, _ in source.sample(other) },
      { source, other, _ in source.withLatestFrom(other) },
      { source, other, _ in .zip(source, other) { $0 + $1 } },
      { source, other, _ in .combineLatest(source, other) { $0 + $1 } },
      { source, other, _ in source.amb(other) },
      { source, other, _ in .merge(source, other) },
      { source, other, _ in source.flatMap { _ in other.take(1) } },
      { source, other, _ in source.flatMapLatest { _ in other } },
      { source, _, _ in source.groupBy { $0 }.flatMap { $0 } },
      { source, _, _ in source.takeLast(3) }, { source, _, _ in source.share(replay: 3) },
      { source, _, _ in source.scan(0) { $0 + $1 } },
      { source, _, _ in source.distinctUntilChanged() },
      { source, _, _ in source.flatMap { Observable<Int>.error(CellError()).catchAndReturn($0) } },
      { source, other, _ in source.take(until: other.filter { $0 > 9 }) },
    ]
  }

  /// Fails if repeated attempts add objects. Each attempt ends with `end`, and the operator then
  /// subscribes to the source again.
  private static func expectSteadyAttempts(
    _ check: Check, _ name: String, _ end: Event<Int>,
    _ make: (Observable<Int>) -> Observable<Int>
  ) {
    var feed = PublishSubject<Int>()
    let source = Observable<Int>.deferred {
      feed = PublishSubject()
      return feed.asObservable()
    }
    let subscription = make(source).subscribe(onNext: { _ in }, onError: { _ in })
    func repeats(_ count: Int) -> Int {
      for _ in 0..<count { feed.on(end) }
      return Int(Resources.total)
    }
    // Not even one object may be added. When the objects are counted, the next attempt has already
    // begun. An object that outlives its attempt is therefore counted.
    let first = repeats(0)
    let growth = [repeats(1) - first, repeats(1) - first, repeats(60) - first]
    check.expect(growth.allSatisfy { $0 <= 0 }, "\(name) retain \(growth) more objects")
    subscription.dispose()
  }

  private static func expectSteadyTimers(
    _ check: Check, _ name: String, _ action: () -> Void
  ) {
    for _ in 0..<40 { action() }
    let before = HeapSize.current
    for _ in 0..<200 { action() }
    // A thread of the dispatch library releases a cancelled timer some time after the cancellation.
    WaitTimeout.wait { HeapSize.current - before < 40_000 }
    let growth = HeapSize.current - before
    check.expect(growth < 40_000, "\(name) leave \(growth) bytes")
  }

  /// Makes a binding. This is a separate function so that only the subscription may retain the
  /// target after the function returns.
  @inline(never)
  private static func bound(_ make: (Token) -> any Disposable, _ check: Check) -> any Disposable {
    make(check.census.make())
  }
}
