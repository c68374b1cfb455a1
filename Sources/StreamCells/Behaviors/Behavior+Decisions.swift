import Streams

extension Behavior {
  /// Operators that no longer need a source, or an element of another source, once they have
  /// received a certain element. They must release it immediately, not at the next event.
  static let decisions: [Behavior] = [
    Behavior("decisions", "release the source at the element that decides") { check in
      for (name, count, make) in endingOperators {
        let feed = PublishSubject<Int>()
        let subscription = make(feed).subscribe(onError: { _ in })
        for number in 1...count {
          check.expect(feed.hasObservers, "\(name) is not subscribed before element \(number)")
          feed.onNext(number)
        }
        check.expect(
          !feed.hasObservers, "\(name) is still subscribed to its source after element \(count)")
        subscription.dispose()
      }
    },
    Behavior("decisions", "release the other source before the element is sent") { check in
      for (name, make) in choosingOperators {
        let (other, chosen) = (PublishSubject<Int>(), PublishSubject<Int>())
        let clock = TestScheduler(initialClock: 0)
        var elements = 0
        let subscription = make(other, chosen, clock).subscribe(onNext: { _ in
          elements += 1
          check.expect(!other.hasObservers, "\(name) is still subscribed to the other source")
        })
        check.expect(other.hasObservers, "\(name) is not subscribed to the other source")
        clock.advanceTo(100)
        chosen.onNext(1)
        check.expect(elements, is: 1, "elements of \(name)")
        subscription.dispose()
      }
    },
    Behavior("zip", "retains no elements that can no longer be combined") { check in
      let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
      for (name, make) in zips {
        for order in orders {
          let feeds = (0..<3).map { _ in PublishSubject<Token>() }
          let subscription = make(feeds.map { $0.asObservable() }).subscribe(onError: { _ in })
          let (ended, early, late) = (feeds[order[0]], feeds[order[1]], feeds[order[2]])
          for _ in 0..<3 { early.onNext(check.census.make()) }
          ended.onNext(check.census.make())
          ended.onCompleted()
          late.onNext(check.census.make())
          check.expect(check.census.living, is: 0, "elements that \(name) retains")
          for feed in [early, late] { feed.onNext(check.census.make()) }
          check.expect(check.census.living, is: 0, "later elements that \(name) retains")
          subscription.dispose()
        }
      }
    },
    Behavior("window", "retains the source as long as a window has an observer") { check in
      let (feed, clock) = (PublishSubject<Int>(), TestScheduler(initialClock: 0))
      var window: Observable<Int>?
      let outer = feed.window(timeSpan: .seconds(9), count: 5, scheduler: clock)
        .subscribe(onNext: { window = $0 })
      let inner = window?.log(check)
      outer.dispose()
      check.expect(feed.hasObservers, "the source is not subscribed to")
      feed.onNext(1)
      check.expectLog("1")
      inner?.dispose()
      check.expect(!feed.hasObservers, "the source is still subscribed to")
    },
    Behavior("replay", "of no elements retains none") { check in
      let subject = ReplaySubject<Token>.create(bufferSize: 0)
      let relay = ReplayRelay<Token>.create(bufferSize: 0)
      let shared = PublishSubject<Token>()
      let connectable = shared.replay(0)
      let connection = connectable.connect()
      for _ in 0..<2 {
        subject.onNext(check.census.make())
        relay.accept(check.census.make())
        shared.onNext(check.census.make())
      }
      check.expect(check.census.living, is: 0, "elements")
      withExtendedLifetime((subject, relay, connectable)) { connection.dispose() }
    },
    Behavior("using", "disposes the resource if the factory throws") { check in
      let opened = check.probe
      let ignore = { (_: any Error) in }
      let makers: [(String, (@escaping () -> DisposalProbe) -> any Disposable)] = [
        (
          "Observable",
          { Observable<Int>.using($0) { _ in throw CellError() }.subscribe(onError: ignore) }
        ),
        (
          "Single",
          { Single<Int>.using($0) { _ in throw CellError() }.subscribe(onFailure: ignore) }
        ),
        ("Maybe", { Maybe<Int>.using($0) { _ in throw CellError() }.subscribe(onError: ignore) }),
        (
          "Completable",
          { Completable.using($0) { _ in throw CellError() }.subscribe(onError: ignore) }
        ),
      ]
      for (name, subscribe) in makers {
        let probe = opened()
        subscribe { probe }.dispose()
        check.expect(probe.disposals, is: 1, "disposals of the resource of \(name)")
      }
    },
  ]

  private typealias Operator = (Observable<Int>) -> Observable<Int>
  private typealias Choice = (Observable<Int>, Observable<Int>, TestScheduler) -> Observable<Int>
  private typealias Zip = ([Observable<Token>]) -> Observable<Int>

  /// Operators that end at an element, and the number of that element. The elements are 1, 2, ….
  private static var endingOperators: [(String, Int, Operator)] {
    [
      ("take(while:)", 3, { $0.take(while: { $0 < 3 }) }),
      ("inclusive take(while:)", 3, { $0.take(while: { $0 < 3 }, behavior: .inclusive) }),
      ("take(until:)", 3, { $0.take(until: { $0 == 3 }) }),
      ("inclusive take(until:)", 3, { $0.take(until: { $0 == 3 }, behavior: .inclusive) }),
      ("take", 2, { $0.take(2) }), ("element(at:)", 3, { $0.element(at: 2) }),
      ("single", 2, { $0.single() }), ("single of a predicate", 4, { $0.single { $0 % 2 == 0 } }),
      ("first", 1, { $0.first().asObservable().map { $0 ?? 0 } }),
      ("asSingle", 2, { $0.asSingle().asObservable() }),
      ("asMaybe", 2, { $0.asMaybe().asObservable() }),
      ("take(until:) of itself", 1, { $0.take(until: $0) }),
    ]
  }

  /// Operators on two sources, `one` and `two`. They must release `one` before they send an element
  /// of `two`.
  private static var choosingOperators: [(String, Choice)] {
    [
      ("amb", { one, two, _ in one.amb(two) }), ("amb, second", { one, two, _ in two.amb(one) }),
      ("amb of an array", { one, two, _ in .amb([one, .never(), two]) }),
      ("switchLatest", { one, two, clock in later(one, two, clock).switchLatest() }),
      ("flatMapLatest", { one, two, clock in later(one, two, clock).flatMapLatest { $0 } }),
      (
        "timeout",
        { one, two, clock in one.timeout(.seconds(9), other: two, scheduler: clock) }
      ),
    ]
  }

  /// Returns a sequence of `one` and, some time later, `two`.
  private static func later(
    _ one: Observable<Int>, _ two: Observable<Int>, _ clock: TestScheduler
  ) -> Observable<Observable<Int>> {
    .just(one).concat(Observable<Int>.timer(.seconds(9), scheduler: clock).map { _ in two })
  }

  private static var zips: [(String, Zip)] {
    [
      ("zip", { .zip($0[0], $0[1], $0[2]) { _, _, _ in 0 } }),
      ("zip of an array", { .zip($0, resultSelector: { _ in 0 }) }),
    ]
  }
}
