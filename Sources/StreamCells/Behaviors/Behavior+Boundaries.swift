import Foundation
import Streams

extension Behavior {
  /// Arguments and values at the limits of what is allowed, and overloads that differ only in the
  /// number or type of their arguments.
  static let boundaries = [
    Behavior("skip", "of a negative number of elements") { check in
      for count in [0, -1, Int.min] { check.events(.of(1, 2).skip(count), "1 2 completed") }
    },
    Behavior("distinctUntilChanged", "passes the earlier element first") { check in
      let source = Observable.of(1, 3, 2, 5)
      check.events(source.distinctUntilChanged { $1 < $0 }, "1 3 5 completed")
      check.events(
        source.distinctUntilChanged({ $0 * 10 }, comparer: { $1 < $0 }), "1 3 5 completed")
    },
    Behavior("interval", "of a narrow integer type starts again") { check in
      let clock = TestScheduler(initialClock: 0)
      var last: Int8 = 0
      let subscription = Observable<Int8>.interval(.seconds(1), scheduler: clock)
        .subscribe(onNext: { last = $0 })
      clock.advanceTo(130)
      check.expect(last, is: Int8(truncatingIfNeeded: 129), "the element at time 130")
      subscription.dispose()
    },
    Behavior("BehaviorSubject", "has a value after its completion") { check in
      let subject = BehaviorSubject(value: 1)
      subject.onCompleted()
      check.expect(try? subject.value(), is: 1, "the value")
    },
    Behavior("mapObserver", "sends the error of its closure") { check in
      let subject = PublishSubject<Int>()
      let subscription = subject.log(check)
      let observer = subject.mapObserver { (_: Int) throws -> Int in throw CellError() }
      observer.onNext(1)
      check.expectLog("error disposed")
      subscription.dispose()
    },
    Behavior("do", "calls the closures of Infallible in their order") { check in
      let subscription = Infallible.of(1).do(
        onNext: { _ in check.log.append("before") }, afterNext: { _ in check.log.append("after") }
      ).do(afterNext: { _ in check.log.append("last") }).subscribe(
        onNext: { check.log.append("\($0)") })
      subscription.dispose()
      check.expectLog("before 1 last after")
    },
    Behavior("bind", "binds to all observers and relays") { check in
      let relays = (0..<2).map { _ in BehaviorRelay<Int?>(value: 0) }
      let subjects = (0..<2).map { _ in BehaviorSubject<Int?>(value: 0) }
      let infallible = Infallible<Int>.just(1)
      let subscriptions: [any Disposable] = [
        Observable.just(1).bind(to: relays[0], relays[1]),
        Observable.just(1).bind(to: subjects[0], subjects[1]),
      ]
      check.expect(relays.map(\.value), is: [1, 1], "the values of the relays")
      check.expect(subjects.map { try? $0.value() }, is: [1, 1], "the values of the subjects")
      let others = (0..<2).map { _ in BehaviorSubject<Int?>(value: 0) }
      let more = infallible.bind(to: others[0], others[1])
      check.expect(others.map { try? $0.value() }, is: [1, 1], "the values of the others")
      for subscription in subscriptions + [more] { subscription.dispose() }
    },
    Behavior("creation", "on a scheduler sends nothing during subscribe") { check in
      for (name, subscribe) in scheduled {
        let clock = TestScheduler(initialClock: 0)
        let subscription = subscribe(clock) { check.log.append("1") }
        check.expect(check.log.isEmpty, "\(name) sends during subscribe")
        clock.start()
        check.expect(check.log, is: ["1"], "the elements of \(name)")
        check.log = []
        subscription.dispose()
      }
    },
  ]

  private typealias Scheduled = (TestScheduler, @escaping () -> Void) -> any Disposable

  /// Sequences of one element that are created with a scheduler.
  private static var scheduled: [(String, Scheduled)] {
    [
      (
        "just",
        { clock, run in
          Observable.just(1, scheduler: clock).subscribe { if case .next = $0 { run() } }
        }
      ),
      (
        "of", { clock, run in Observable.of(1, scheduler: clock).subscribe(onNext: { _ in run() }) }
      ),
      (
        "from",
        { clock, run in Observable.from([1], scheduler: clock).subscribe(onNext: { _ in run() }) }
      ),
      (
        "from(optional:)",
        { clock, run in
          Observable.from(optional: 1, scheduler: clock).subscribe(onNext: { _ in run() })
        }
      ),
      (
        "range",
        { clock, run in
          Observable.range(start: 1, count: 1, scheduler: clock).subscribe(onNext: { _ in run() })
        }
      ),
      (
        "repeatElement",
        { clock, run in
          Observable.repeatElement(1, scheduler: clock).take(1).subscribe(onNext: { _ in run() })
        }
      ),
      (
        "Infallible.of",
        { clock, run in Infallible.of(1, scheduler: clock).subscribe(onNext: { _ in run() }) }
      ),
      (
        "Infallible.just",
        { clock, run in Infallible.just(1, scheduler: clock).subscribe(onNext: { _ in run() }) }
      ),
      (
        "Infallible.from",
        { clock, run in Infallible.from([1], scheduler: clock).subscribe(onNext: { _ in run() }) }
      ),
      (
        "Maybe.just",
        { clock, run in Maybe.just(1, scheduler: clock).subscribe(onSuccess: { _ in run() }) }
      ),
      (
        "Single.just",
        { clock, run in Single.just(1, scheduler: clock).subscribe(onSuccess: { _ in run() }) }
      ),
    ]
  }
}
