import Streams

extension Behavior {
  /// Sources that send their events during `subscribe`. They may therefore end before an operator
  /// has subscribed to everything else that it needs.
  static let earlyEnds: [Behavior] = [
    Behavior("early ends", "release the other source") { check in
      for (name, make) in combinations {
        for events in earlyEvents {
          for comesFirst in [true, false] {
            let (early, other) = (earlyStream(events), PublishSubject<Int>())
            var hasEnded = false
            let stream = comesFirst ? make(early, other) : make(other, early)
            let subscription = stream.subscribe(
              onError: { _ in hasEnded = true }, onCompleted: { hasEnded = true })
            if hasEnded {
              check.expect(
                !other.hasObservers, "\(name) is still subscribed to a source after it ended")
            }
            subscription.dispose()
            check.expect(
              !other.hasObservers, "\(name) is still subscribed to a source after its disposal")
          }
        }
      }
    },
    Behavior("early ends", "leave no pending step") { check in
      for (name, make) in timedOperators {
        for events in earlyEvents {
          let clock = TestScheduler(initialClock: 0)
          check.subscribeBriefly(make(earlyStream(events), clock))
          check.expect(check.census.living, is: 0, "values that \(name) retains until a step")
          // The clock retains its pending actions until they are due.
          clock.advanceTo(1_000)
        }
      }
    },
    Behavior("early ends", "make later subscriptions unnecessary") { check in
      for (name, events, make) in decidingEvents {
        for event in events {
          var subscriptions = 0
          let next = Observable<Int>.deferred {
            subscriptions += 1
            return .just(9)
          }
          make(earlyStream([event]), next).subscribe(onError: { _ in }).dispose()
          check.expect(subscriptions, is: 0, "subscriptions of \(name) after \(event)")
        }
      }
    },
    Behavior("multicast", "disconnects when its selected stream ends early") { check in
      let selectors: [(Observable<Int>) throws -> Observable<Int>] = [
        { _ in .just(1) }, { _ in .empty() }, { _ in .error(CellError()) },
        { _ in throw CellError() }, { $0.take(0) }, { $0.startWith(1).take(1) },
        { .merge($0, .error(CellError())) },
      ]
      for (number, selector) in selectors.enumerated() {
        let feed = PublishSubject<Int>()
        let subscription = feed.multicast({ PublishSubject<Int>() }, selector: selector)
          .subscribe(onError: { _ in })
        check.expect(
          !feed.hasObservers, "stream \(number) is still subscribed to its source after it ended")
        subscription.dispose()
        check.expect(!feed.hasObservers, "stream \(number) is still subscribed to its source")
      }
    },
    Behavior("refCount", "disconnects when its subject ends before its source") { check in
      for (number, make) in sharedSubjects.enumerated() {
        for ending in [Event<Int>.completed, .error(CellError())] {
          for count in 1...2 {
            let feed = PublishSubject<Int>()
            let (subject, shared) = make(feed)
            let subscriptions = (0..<count).map { _ in shared.subscribe(onError: { _ in }) }
            check.expect(feed.hasObservers, "stream \(number) is not connected")
            subject.on(ending)
            check.expect(!feed.hasObservers, "stream \(number) is still connected after it ended")
            for subscription in subscriptions { subscription.dispose() }
            shared.subscribe(onError: { _ in }).dispose()
            check.expect(!feed.hasObservers, "stream \(number) is still connected")
          }
        }
      }
    },
    Behavior("connect", "of a subject whose connection ends meanwhile") { check in
      let feeds = [PublishSubject<Int>(), PublishSubject<Int>()]
      var connections = 0
      var isRequested = false
      var shared: ConnectableObservable<Int>?
      let source = Observable<Int>.deferred {
        connections += 1
        return feeds[min(connections, 2) - 1].asObservable()
      }
      shared = source.multicast {
        RequestedSubject {
          if isRequested { return }
          isRequested = true
          // `connect()` calls this closure before it connects. The closure makes another
          // connection, which ends at once.
          _ = shared?.connect()
          feeds[0].onCompleted()
        }
      }
      let connection = shared?.connect()
      let subscription = shared?.log(check)
      feeds[1].onNext(5)
      check.expectLog("5")
      subscription?.dispose()
      connection?.dispose()
      shared = nil
    },
    Behavior("connect", "called by its own source") { check in
      let makers: [(Observable<Int>) -> ConnectableObservable<Int>] = [
        { $0.publish() }, { $0.replay(1) }, { $0.replayAll() },
        { $0.multicast(PublishSubject<Int>()) },
        { $0.multicast { BehaviorSubject<Int>(value: 0) } },
      ]
      for (number, make) in makers.enumerated() {
        let feed = PublishSubject<Int>()
        var subscriptions = 0
        var shared: ConnectableObservable<Int>?
        let source = Observable<Int>.create { observer in
          subscriptions += 1
          // The limit prevents an infinite recursion.
          if subscriptions < 3 { _ = shared?.connect() }
          return feed.subscribe(observer)
        }
        shared = make(source)
        shared?.connect().dispose()
        check.expect(subscriptions, is: 1, "subscriptions of stream \(number)")
        check.expect(!feed.hasObservers, "stream \(number) is still connected")
        shared = nil
      }
    },
    Behavior("share", "subscribed to by its own source") { check in
      for scope in [SubjectLifetimeScope.whileConnected, .forever] {
        for replay in 0...2 {
          let (feed, inner) = (PublishSubject<Int>(), SerialDisposable())
          var connections = 0
          var shared: Observable<Int>?
          let source = Observable<Int>.create { observer in
            connections += 1
            if connections < 3, let shared {
              inner.disposable = shared.subscribe(onNext: { _ in })
            }
            return feed.subscribe(observer)
          }
          shared = source.share(replay: replay, scope: scope)
          let outer = shared?.subscribe(onNext: { _ in })
          check.expect(connections, is: 1, "connections of a buffer of \(replay)")
          outer?.dispose()
          check.expect(feed.hasObservers, "a buffer of \(replay) is not connected")
          inner.dispose()
          check.expect(!feed.hasObservers, "a buffer of \(replay) is still connected")
          shared = nil
        }
      }
    },
    Behavior("subscriptions", "retain no object for the replay") { check in
      let expected = objects(ofSubscriptionTo: PublishSubject<Int>())
      for count in 0...4 {
        for (name, subject) in replayingSubjects {
          for number in 0..<count { subject.onNext(number) }
          check.expect(
            objects(ofSubscriptionTo: subject), is: expected,
            "objects of a subscription to \(name) after \(count) elements")
        }
      }
    },
    Behavior("groupBy", "whose handler sends to its source") { check in
      for (keys, expected) in [(1, "group 0:2 0:1 0:3"), (2, "group group 0:2 1:1 1:3")] {
        var feed: AnyObserver<Int>?
        var groups: [any Disposable] = []
        let source = Observable<Int>.create { observer in
          feed = observer
          return Disposables.create()
        }
        let subscription = source.groupBy { $0 % keys }.subscribe(onNext: { group in
          check.log.append("group")
          groups.append(group.asObservable().log(check, "\(group.key):"))
          if groups.count == 1 { feed?.onNext(2) }
        })
        feed?.onNext(1)
        feed?.onNext(3)
        check.expectLog(expected)
        feed?.onCompleted()
        check.expect(check.log.count, is: 2 * keys, "events at the end of \(keys) keys")
        check.log = []
        feed = nil
        for group in groups { group.dispose() }
        subscription.dispose()
      }
    },
    Behavior("window", "releases its source after late subscriptions") { check in
      for isDisposedFirst in [true, false] {
        for count in 1...3 {
          let (feed, clock) = (PublishSubject<Int>(), TestScheduler(initialClock: 0))
          var windows: [Observable<Int>] = []
          let subscription = feed.window(timeSpan: .seconds(9), count: 1, scheduler: clock)
            .subscribe(onNext: { windows.append($0) })
          for number in 0..<count { feed.onNext(number) }
          if isDisposedFirst { subscription.dispose() }
          // These windows have ended, so subscriptions to them end at once.
          let late = windows.prefix(count).map { $0.subscribe(onNext: { _ in }) }
          subscription.dispose()
          check.expect(!feed.hasObservers, "windows that ended retain the source")
          for ended in late { ended.dispose() }
          check.expect(!feed.hasObservers, "the source is still subscribed to")
          windows = []
        }
      }
    },
  ]

  private typealias Combination = (Observable<Int>, Observable<Int>) -> Observable<Int>
  private typealias TimedOperator = (Observable<Int>, TestScheduler) -> Observable<Int>
  private typealias SharedSubject = (SubjectBase<Int>, Observable<Int>)

  /// The events of sources that end during `subscribe`.
  private static var earlyEvents: [[Event<Int>]] {
    let error = Event<Int>.error(CellError())
    return [
      [error], [.completed], [.next(1), error], [.next(1), .completed],
      [.next(1), .next(2), error], [.next(1), .next(2), .completed],
    ]
  }

  /// Returns a sequence that sends its events during `subscribe`.
  private static func earlyStream(_ events: [Event<Int>]) -> Observable<Int> {
    .create { observer in
      for event in events { observer.on(event) }
      return Disposables.create()
    }
  }

  /// Operators that subscribe to two sources.
  private static var combinations: [(String, Combination)] { pairings + flattenings }

  private static var pairings: [(String, Combination)] {
    [
      ("skip(until:)", { $0.skip(until: $1) }), ("take(until:)", { $0.take(until: $1) }),
      ("sample", { $0.sample($1) }), ("sample by default", { $0.sample($1, defaultValue: 0) }),
      ("withLatestFrom", { $0.withLatestFrom($1) }),
      ("withLatestFrom with a closure", { $0.withLatestFrom($1) { $1 } }),
      ("zip", { .zip($0, $1) { $1 } }), ("zip of an array", { .zip([$0, $1]) { $0.count } }),
      ("combineLatest", { .combineLatest($0, $1) { $1 } }),
      ("combineLatest of an array", { .combineLatest([$0, $1]) { $0.count } }),
      ("merge", { .merge($0, $1) }), ("concat", { $0.concat($1) }),
      ("amb", { $0.amb($1) }), ("amb of an array", { .amb([$0, $1]) }),
    ]
  }

  private static var flattenings: [(String, Combination)] {
    [
      ("merge of a stream", { Observable.of($0, $1).merge() }),
      ("merge of one at a time", { Observable.of($0, $1).merge(maxConcurrent: 1) }),
      ("concat of a stream", { Observable.of($0, $1).concat() }),
      ("switchLatest", { Observable.of($0, $1).switchLatest() }),
      ("flatMap", { one, two in one.flatMap { _ in two } }),
      ("flatMapFirst", { one, two in one.flatMapFirst { _ in two } }),
      ("flatMapLatest", { one, two in one.flatMapLatest { _ in two } }),
      ("concatMap", { one, two in one.concatMap { _ in two } }),
      ("catch", { one, two in one.catch { _ in two } }),
      ("ifEmpty", { $0.ifEmpty(switchTo: $1) }),
      ("retry(when:)", { one, two in one.retry(when: { (_: Observable<any Error>) in two }) }),
    ]
  }

  /// Operators with a timer that would fire after the source has ended.
  private static var timedOperators: [(String, TimedOperator)] {
    [
      ("throttle", { $0.throttle(.seconds(60), scheduler: $1) }),
      ("throttle of first elements", { $0.throttle(.seconds(60), latest: false, scheduler: $1) }),
      ("debounce", { $0.debounce(.seconds(60), scheduler: $1) }),
      ("delay", { $0.delay(.seconds(60), scheduler: $1) }),
      ("delaySubscription", { $0.delaySubscription(.seconds(60), scheduler: $1) }),
      ("timeout", { $0.timeout(.seconds(60), scheduler: $1) }),
      (
        "timeout with another stream",
        { $0.timeout(.seconds(60), other: Observable.just(9), scheduler: $1) }
      ),
      ("buffer", { $0.buffer(timeSpan: .seconds(60), count: 5, scheduler: $1).map(\.count) }),
      ("full buffer", { $0.buffer(timeSpan: .seconds(60), count: 1, scheduler: $1).map(\.count) }),
      ("window", { $0.window(timeSpan: .seconds(60), count: 5, scheduler: $1).map { _ in 0 } }),
      (
        "full window",
        { $0.window(timeSpan: .seconds(60), count: 1, scheduler: $1).map { _ in 0 } }
      ),
      ("skip by time", { $0.skip(.seconds(60), scheduler: $1) }),
      ("take by time", { $0.take(for: .seconds(60), scheduler: $1) }),
      ("sample", { $0.sample(Observable<Int>.interval(.seconds(60), scheduler: $1)) }),
      ("merge", { .merge($0, .timer(.seconds(60), scheduler: $1)) }),
      ("observe(on:)", { $0.observe(on: $1) }), ("subscribe(on:)", { $0.subscribe(on: $1) }),
    ]
  }

  /// Operators with two sources. For each operator, some events are listed. If the first source
  /// sends one of them at the start, the operator must not subscribe to the second source.
  private static var decidingEvents: [(String, [Event<Int>], Combination)] {
    let (element, end) = (Event<Int>.next(1), Event<Int>.completed)
    let error = Event<Int>.error(CellError())
    return [
      ("amb", [element, end, error], { $0.amb($1) }),
      ("amb of an array", [element, end, error], { .amb([$0, $1]) }),
      ("take(until:)", [element, error], { $1.take(until: $0) }),
      ("concat", [element, error], { $0.concat($1) }),
      ("concat of an array", [element, error], { .concat([$0, $1]) }),
      ("concat of a stream", [element, error], { Observable.of($0, $1).concat() }),
      ("ifEmpty", [element, error], { $0.ifEmpty(switchTo: $1) }),
      ("catch", [element, end], { one, two in one.catch { _ in two } }),
      ("catch of a sequence", [element, end], { .catch(sequence: [$0, $1]) }),
      ("flatMap", [end, error], { one, two in one.flatMap { _ in two } }),
    ]
  }

  /// Shared sequences, each with the subject to which its observers subscribe.
  private static var sharedSubjects: [(PublishSubject<Int>) -> SharedSubject] {
    [
      { feed in
        let subject = PublishSubject<Int>()
        return (subject, feed.multicast(subject).refCount())
      },
      { feed in
        let subject = BehaviorSubject<Int>(value: 0)
        return (subject, feed.multicast(subject).refCount())
      },
      { feed in
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        return (subject, feed.multicast(subject).refCount())
      },
      { feed in
        let subject = AsyncSubject<Int>()
        return (subject, feed.multicast(subject).refCount())
      },
      { feed in
        let subject = PublishSubject<Int>()
        return (subject, feed.multicast(makeSubject: { subject }).refCount())
      },
    ]
  }

  private static var replayingSubjects: [(String, SubjectBase<Int>)] {
    [
      ("BehaviorSubject", BehaviorSubject<Int>(value: 0)),
      ("ReplaySubject of 1", ReplaySubject<Int>.create(bufferSize: 1)),
      ("ReplaySubject of 3", ReplaySubject<Int>.create(bufferSize: 3)),
      ("ReplaySubject", ReplaySubject<Int>.createUnbounded()),
      ("AsyncSubject", AsyncSubject<Int>()),
    ]
  }

  /// Returns the number of objects that a subscription creates and retains.
  private static func objects(ofSubscriptionTo stream: Observable<Int>) -> Int {
    let before = Resources.total
    let subscription = stream.subscribe(onNext: { _ in })
    let created = Resources.total - before
    subscription.dispose()
    return Int(created)
  }
}

extension Check {
  /// Subscribes with a handler that retains a value, and disposes the subscription.
  @inline(never)
  fileprivate func subscribeBriefly(_ stream: Observable<Int>) {
    let held = census.make()
    stream.subscribe(
      onNext: { [held] _ in withExtendedLifetime(held) {} }, onError: { _ in }
    ).dispose()
  }
}

/// A subject that runs a closure each time `asObserver()` is called.
private final class RequestedSubject: SubjectType {
  typealias Element = Int

  private let subject = PublishSubject<Int>()
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  func asObserver() -> PublishSubject<Int> {
    action()
    return subject
  }

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Int {
    subject.subscribe(observer)
  }
}
