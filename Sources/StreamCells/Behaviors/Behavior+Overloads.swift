import Streams

extension Behavior {
  /// Functions that several types declare. Each type must pass on all arguments and the result.
  static let overloads = [
    Behavior("subscribe(_:)", "with an observer returns the subscription") { check in
      for (name, make) in subscribable {
        let (subscribe, send) = make()
        let subscription = attached(subscribe, check)
        check.expect(check.census.living, is: 1, "observers that \(name) retains")
        send()
        subscription.dispose()
        check.expect(
          check.census.living, is: 0, "observers that \(name) retains after their disposal")
        check.log = []
        send()
        check.expect(
          check.log, is: [], "elements that \(name) sends to an observer after its disposal")
        check.log = []
      }
    },
    Behavior("groupBy", "ends its subscription when the last observer of a group leaves") { check in
      let (feed, target) = (PublishSubject<Int>(), PublishSubject<Int>())
      let log = target.log(check)
      var group: GroupedObservable<Int, Int>?
      let outer = feed.groupBy { _ in 0 }.subscribe(onNext: { group = $0 })
      feed.onNext(1)
      let inner = group?.subscribe(target)
      group = nil
      feed.onNext(2)
      outer.dispose()
      check.expect(feed.hasObservers, "the group lost its source when the result was disposed")
      feed.onNext(3)
      inner?.dispose()
      check.expect(!feed.hasObservers, "the source is still subscribed to")
      check.expect(target.hasObservers, "the observer of the group was disposed")
      log.dispose()
      check.expectLog("2 3 disposed")
    },
    Behavior("sequels", "are subscribed to only when the first stream has completed") { check in
      for (name, make) in sequels {
        for end in [Event<Int>.completed, .error(CellError())] {
          let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
          let subscription = make(first, second)
          check.expect(first.hasObservers, "\(name) did not subscribe to its first stream")
          check.expect(
            !second.hasObservers, "\(name) subscribed to its second stream before the first ended")
          first.on(end)
          check.expect(!first.hasObservers, "\(name) is still subscribed to its first stream")
          check.expect(
            second.hasObservers, is: end.isCompleted,
            "whether \(name) is subscribed to its second stream after \(end)")
          subscription.dispose()
          check.expect(!second.hasObservers, "\(name) is still subscribed to its second stream")
        }
      }
    },
  ]

  /// Subscribes an observer. This is a separate function so that no temporary keeps it alive.
  @inline(never)
  private static func attached(
    _ subscribe: (TokenObserver) -> any Disposable, _ check: Check
  ) -> any Disposable {
    subscribe(TokenObserver(check))
  }

  private typealias Subscribable = (
    subscribe: (TokenObserver) -> any Disposable, send: () -> Void
  )

  /// The types with a function `subscribe(_:)` for observers. Each closure makes a stream, and
  /// returns that function and a closure that makes the stream send an element.
  private static var subscribable: [(String, () -> Subscribable)] {
    subscribableSubjects + [
      (
        "PublishRelay",
        {
          let relay = PublishRelay<Int>()
          return ({ relay.subscribe($0) }, { relay.accept(1) })
        }
      ),
      (
        "BehaviorRelay",
        {
          let relay = BehaviorRelay(value: 0)
          return ({ relay.subscribe($0) }, { relay.accept(1) })
        }
      ),
      (
        "ReplayRelay",
        {
          let relay = ReplayRelay<Int>.create(bufferSize: 1)
          return ({ relay.subscribe($0) }, { relay.accept(1) })
        }
      ),
      (
        "GroupedObservable",
        {
          let feed = PublishSubject<Int>()
          let group = GroupedObservable(key: 0, source: feed.asObservable())
          return ({ group.subscribe($0) }, { feed.onNext(1) })
        }
      ),
      (
        "ConnectableObservable",
        {
          let feed = PublishSubject<Int>()
          let shared = feed.publish()
          return (
            { Disposables.create(shared.subscribe($0), shared.connect()) }, { feed.onNext(1) }
          )
        }
      ),
      (
        "Observable",
        {
          let feed = PublishSubject<Int>()
          let stream = feed.map { $0 }
          return ({ stream.subscribe($0) }, { feed.onNext(1) })
        }
      ),
      (
        "a hot TestableObservable",
        {
          let clock = TestScheduler(initialClock: 0)
          let hot = clock.createHotObservable([.next(5, 1), .next(15, 2)])
          return ({ hot.subscribe($0) }, { clock.advanceTo(clock.clock + 10) })
        }
      ),
      (
        "a cold TestableObservable",
        {
          let clock = TestScheduler(initialClock: 0)
          let cold = clock.createColdObservable([.next(5, 1), .next(15, 2)])
          return ({ cold.subscribe($0) }, { clock.advanceTo(clock.clock + 10) })
        }
      ),
    ]
  }

  private static var subscribableSubjects: [(String, () -> Subscribable)] {
    [
      (
        "PublishSubject",
        {
          let subject = PublishSubject<Int>()
          return ({ subject.subscribe($0) }, { subject.onNext(1) })
        }
      ),
      (
        "BehaviorSubject",
        {
          let subject = BehaviorSubject(value: 0)
          return ({ subject.subscribe($0) }, { subject.onNext(1) })
        }
      ),
      (
        "ReplaySubject",
        {
          let subject = ReplaySubject<Int>.create(bufferSize: 1)
          return ({ subject.subscribe($0) }, { subject.onNext(1) })
        }
      ),
      (
        "AsyncSubject",
        {
          let subject = AsyncSubject<Int>()
          return ({ subject.subscribe($0) }, { subject.onNext(1) })
        }
      ),
    ]
  }

  /// Functions that subscribe to a second stream when a first one has completed.
  private static var sequels:
    [(String, (PublishSubject<Int>, PublishSubject<Int>) -> any Disposable)]
  {
    [
      (
        "andThen(Observable)",
        { work($0).andThen($1.asObservable()).subscribe(onError: { _ in }) }
      ),
      ("andThen(Single)", { work($0).andThen($1.asSingle()).subscribe(onFailure: { _ in }) }),
      ("andThen(Maybe)", { work($0).andThen($1.asMaybe()).subscribe(onError: { _ in }) }),
      ("andThen(Completable)", { work($0).andThen(work($1)).subscribe(onError: { _ in }) }),
      ("concat(_:) of Completable", { work($0).concat(work($1)).subscribe(onError: { _ in }) }),
      (
        "concat of two Completables",
        { Completable.concat(work($0), work($1)).subscribe(onError: { _ in }) }
      ),
      (
        "concat of an array of Completables",
        { Completable.concat([work($0), work($1)]).subscribe(onError: { _ in }) }
      ),
      ("concat(_:)", { $0.concat($1).subscribe(onError: { _ in }) }),
      (
        "concat of two Observables",
        {
          Observable.concat($0.asObservable(), $1.asObservable()).subscribe(onError: { _ in })
        }
      ),
      ("concat(_:) of Infallible", { lasting($0).concat(lasting($1)).subscribe() }),
      (
        "concat of two Infallibles", { Infallible.concat(lasting($0), lasting($1)).subscribe() }
      ),
    ]
  }

  private static func work(_ stream: PublishSubject<Int>) -> Completable {
    stream.ignoreElements().asCompletable()
  }

  /// Returns a stream that does not end if the given one fails.
  private static func lasting(_ stream: PublishSubject<Int>) -> Infallible<Int> {
    stream.asInfallible(onErrorFallbackTo: .never())
  }
}

/// An observer that retains a value.
private final class TokenObserver: ObserverType {
  private let token: Token
  private weak var check: Check?

  init(_ check: Check) {
    token = check.census.make()
    self.check = check
  }

  func on(_ event: Event<Int>) { check?.log.append("\(event)") }
}
