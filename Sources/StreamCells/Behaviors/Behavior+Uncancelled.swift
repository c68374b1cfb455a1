import Streams

extension Behavior {
  /// Operators on a scheduler that cannot cancel scheduled actions. A disposed action runs anyway,
  /// and retains its captures until it has run.
  static let uncancelled = [
    Behavior("steps", "that run although they were disposed change nothing") { check in
      check.steps("", of: "1@0 2@3", until: 7) { $0.debounce(.seconds(5), scheduler: $1) }
      check.steps("2@8", of: "1@0 2@3", until: 20) { $0.debounce(.seconds(5), scheduler: $1) }
      check.steps("1@0 2@3", of: "1@0 2@3", until: 7) {
        $0.timeout(.seconds(5), other: Observable.just(9), scheduler: $1)
      }
      check.steps("1@0 2@3 9@8 |@8", of: "1@0 2@3", until: 20) {
        $0.timeout(.seconds(5), other: Observable.just(9), scheduler: $1)
      }
      check.steps("2@2 1@7", of: "1@1 2@2 3@6", until: 9) {
        $0.buffer(timeSpan: .seconds(5), count: 2, scheduler: $1).map(\.count)
      }
      check.steps("0@0 0@2 0@7", of: "1@1 2@2 3@6", until: 9) {
        $0.window(timeSpan: .seconds(5), count: 2, scheduler: $1).map { _ in 0 }
      }
      check.steps("1@0 3@5 4@10", of: "1@0 2@2 3@3 4@6", until: 20) {
        $0.throttle(.seconds(5), scheduler: $1)
      }
      check.steps("1@5 2@6 3@9", of: "1@0 2@1 3@4", until: 20) {
        $0.delay(.seconds(5), scheduler: $1)
      }
    },
    Behavior("steps", "that operators schedule") { check in
      // The source sends six elements at the same time. The operator must then have scheduled
      // `expected` actions.
      for (name, expected, make) in timedStreams {
        let feed = PublishSubject<Int>()
        let scheduler = StepScheduler(cancels: false)
        let subscription = make(feed, scheduler).subscribe(onNext: { _ in })
        for number in 0..<6 { feed.onNext(number) }
        check.expect(scheduler.requests, is: expected, "actions that \(name) schedules")
        subscription.dispose()
        scheduler.advance(to: 100)
        check.expect(
          scheduler.requests, is: expected, "actions that \(name) schedules after its disposal")
      }
    },
    Behavior("steps", "that operators schedule after their disposal") { check in
      // In each run, the handler of one of the first three elements disposes the subscription.
      for (name, _, make) in timedStreams {
        for last in 1...3 {
          let feed = PublishSubject<Int>()
          let scheduler = StepScheduler(cancels: false)
          let subscription = SerialDisposable()
          subscription.disposable = subscribe(to: make(feed, scheduler), check) { number in
            guard number == last else { return }
            subscription.dispose()
            scheduler.isClosed = true
          }
          for number in 0..<6 {
            feed.onNext(number)
            feed.onNext(number)
            scheduler.advance(to: scheduler.time + 6)
          }
          check.expect(subscription.isDisposed, "\(name) sends fewer than \(last) elements")
          check.expect(
            scheduler.lateRequests, is: 0, "actions that \(name) schedules after element \(last)")
          scheduler.advance(to: 1_000)
          check.expect(check.census.living, is: 0, "values that \(name) retains after \(last)")
        }
      }
    },
    Behavior("steps", "that wait for a handler, which disposes them") { check in
      for cancels in [true, false] {
        for last in 0...2 {
          let scheduler = StepScheduler(cancels: cancels)
          let schedule = SerialDisposable()
          schedule.disposable = scheduler.schedulePeriodic(
            0, startAfter: .seconds(1), period: .seconds(1)
          ) { [unowned schedule] count in
            check.log.append("\(count)")
            if count == last {
              // The handler takes longer than the period.
              scheduler.advance(to: scheduler.time + 3)
              schedule.dispose()
            }
            return count + 1
          }
          scheduler.advance(to: 20)
          check.expectLog((0...last).map(String.init).joined(separator: " "))
          schedule.dispose()
        }
      }
    },
    Behavior("steps", "of subscriptions that wait for the stack to unwind") { check in
      let makers: [(Observable<Int>) -> Observable<Int>] = [
        { $0 }, { $0.map { $0 } }, { .merge($0, .never()) }, { $0.concat(Observable.never()) },
        { source in Observable.just(1).flatMap { _ in source } }, { $0.share() },
        { source in .deferred { source } }, { $0.takeLast(1) }, { $0.startWith(0) },
      ]
      for (number, make) in makers.enumerated() {
        // When subscriptions are nested too deeply, the library delays the next one until the stack
        // has unwound. The depth at which this first happens depends on the operator. For each of
        // the streams, it is in this range.
        for depth in 20...36 {
          var (isDisposed, late) = (false, 0)
          let source = Observable<Int>.create { _ in
            if isDisposed { late += 1 }
            return Disposables.create()
          }
          let stream = make(source)
          deep(depth) { observer in
            let inner = stream.subscribe(observer)
            isDisposed = true
            inner.dispose()
            return inner
          }.subscribe().dispose()
          check.expect(late, is: 0, "subscriptions of stream \(number) after its disposal")
        }
      }
    },
  ]

  private typealias TimedStream = (Observable<Int>, StepScheduler) -> Observable<Int>

  /// Operators with a scheduler. The number is how many actions the operator schedules if its
  /// source sends six elements at the same time.
  private static var timedStreams: [(String, Int, TimedStream)] {
    [
      ("debounce", 6, { $0.debounce(.seconds(5), scheduler: $1) }),
      ("throttle", 1, { $0.throttle(.seconds(5), scheduler: $1) }),
      ("delay", 1, { $0.delay(.seconds(5), scheduler: $1) }),
      ("timeout", 7, { $0.timeout(.seconds(60), scheduler: $1) }),
      (
        "buffer by number", 4,
        { $0.buffer(timeSpan: .seconds(60), count: 2, scheduler: $1).map(\.count) }
      ),
      ("buffer", 1, { $0.buffer(timeSpan: .seconds(5), count: 9, scheduler: $1).map(\.count) }),
      (
        "window by number", 4,
        { $0.window(timeSpan: .seconds(60), count: 2, scheduler: $1).map { _ in 0 }.skip(1) }
      ),
      (
        "window", 1,
        { $0.window(timeSpan: .seconds(5), count: 9, scheduler: $1).map { _ in 0 }.skip(1) }
      ),
    ]
  }

  /// Returns a sequence that subscribes through the given number of nested subscriptions.
  private static func deep(
    _ depth: Int, _ subscribe: @escaping (AnyObserver<Int>) -> any Disposable
  ) -> Observable<Int> {
    .create { observer in
      depth == 0 ? subscribe(observer) : deep(depth - 1, subscribe).subscribe(observer)
    }
  }

  /// Subscribes with a closure that retains a value.
  @inline(never)
  private static func subscribe(
    to stream: Observable<Int>, _ check: Check, _ body: @escaping (Int) -> Void
  ) -> any Disposable {
    let held = check.census.make()
    var number = 0
    return stream.subscribe(onNext: { _ in
      number += 1
      withExtendedLifetime(held) { body(number) }
    })
  }
}

extension Check {
  /// Plays timed elements on a scheduler that cannot cancel scheduled actions, and compares the
  /// events that the stream sends with the expected ones.
  fileprivate func steps(
    _ expected: String, of script: String, until end: Int, line: Int = #line,
    _ make: (Observable<Int>, StepScheduler) -> Observable<Int>
  ) {
    let feed = PublishSubject<Int>()
    let scheduler = StepScheduler(cancels: false)
    var events: [String] = []
    let subscription = make(feed, scheduler).subscribe(
      onNext: { events.append("\($0)@\(scheduler.time)") },
      onCompleted: { events.append("|@\(scheduler.time)") })
    for word in script.split(separator: " ") {
      let parts = word.split(separator: "@").compactMap { Int($0) }
      scheduler.advance(to: parts[1])
      feed.onNext(parts[0])
    }
    scheduler.advance(to: end)
    subscription.dispose()
    scheduler.advance(to: 1_000)
    expect(events.joined(separator: " "), is: expected, "line \(line): the events")
  }
}
