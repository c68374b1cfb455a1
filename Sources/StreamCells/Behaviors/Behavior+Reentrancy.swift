import Streams

extension Behavior {
  /// Events that a handler sends through a source that does not queue them, and handlers that add
  /// or remove observers.
  static let reentrancy = [
    Behavior("feedback", "of a source without a queue") { check in
      let clock = TestScheduler(initialClock: 0)
      let makers: [(Observable<Int>) -> Observable<Int>] = [
        { .merge($0, Observable.empty()) },
        { .combineLatest($0, Observable.just(0)) { $0 + $1 } },
        { $0.withLatestFrom(Observable.just(0)) { $0 + $1 } }, { $0.amb(Observable.never()) },
        { $0.throttle(.seconds(0), scheduler: clock) },
        { $0.retry(when: { (errors: Observable<any Error>) in errors }) },
        { $0.take(until: Observable<Int>.never()) }, { $0.skip(until: Observable.just(0)) },
        { $0.buffer(timeSpan: .seconds(9), count: 1, scheduler: clock).compactMap(\.first) },
        { $0.share() }, { $0.share(replay: 1) }, { $0.flatMap { Observable.just($0) } },
        { $0.sample($0) },
      ]
      for (number, make) in makers.enumerated() {
        let source = DirectSource()
        var inside = 0
        let subscription = make(source.observable).subscribe(
          onNext: { [unowned source] element in
            inside += 1
            check.expect(inside == 1, "an element of stream \(number) overtook another")
            check.log.append("\(element)")
            if element == 1 {
              source.send(.next(2))
              source.send(.next(3))
              source.send(.completed)
            }
            inside -= 1
          },
          onCompleted: {
            check.expect(inside == 0, "the end of stream \(number) overtook an element")
            check.log.append("completed")
          })
        source.send(.next(1))
        subscription.dispose()
        check.expect(
          check.log.joined(separator: " "), is: "1 2 3 completed", "the events of stream \(number)")
        check.log = []
      }
    },
    Behavior("throttle", "fed by a source without a queue") { check in
      let (source, clock) = (DirectSource(), TestScheduler(initialClock: 0))
      let subscription = source.observable.throttle(.seconds(5), scheduler: clock).subscribe(
        onNext: { [unowned source] in
          check.log.append("\($0)@\(clock.clock)")
          if $0 < 4 { source.send(.next($0 + 1)) }
        })
      source.send(.next(1))
      clock.advanceTo(40)
      subscription.dispose()
      check.expectLog("1@0 2@5 3@10 4@15")
    },
    Behavior("take", "fed by its own handler") { check in
      let source = DirectSource()
      let subscription = source.observable.take(2).subscribe(onNext: { [unowned source] in
        check.log.append("\($0)")
        if $0 < 5 { source.send(.next($0 + 1)) }
      })
      source.send(.next(1))
      subscription.dispose()
      check.expectLog("1 2")
    },
    Behavior("timeout", "whose fallback sequence makes the source send") { check in
      let (source, clock) = (DirectSource(), TestScheduler(initialClock: 0))
      let other = Observable<Int>.deferred { [unowned source] in
        source.send(.next(9))
        return .just(7)
      }
      let subscription = source.observable.timeout(.seconds(5), other: other, scheduler: clock)
        .log(check)
      source.send(.next(1))
      clock.advanceTo(20)
      subscription.dispose()
      check.expectLog("1 7 completed disposed")
    },
    Behavior("share", "from which another observer unsubscribes during a replay") { check in
      let feed = PublishSubject<Int>()
      let shared = feed.share(replay: 1)
      let first = SerialDisposable()
      first.disposable = shared.log(check, "a")
      feed.onNext(1)
      let second = shared.subscribe(onNext: {
        check.log.append("b\($0)")
        first.dispose()
      })
      feed.onNext(2)
      check.expectLog("a1 b1 adisposed b2")
      second.dispose()
      check.expect(!feed.hasObservers, "the source is still connected")
    },
    Behavior("share", "subscribed to again by one of two at its end") { check in
      for ending in [Event<Int>.completed, .error(CellError())] {
        var feeds: [PublishSubject<Int>] = []
        let shared = Observable<Int>.deferred {
          let feed = PublishSubject<Int>()
          feeds.append(feed)
          return feed.asObservable()
        }.share()
        let again = SerialDisposable()
        func resubscribe() { again.disposable = shared.log(check, "c") }
        let first = shared.subscribe(
          onError: { _ in resubscribe() }, onCompleted: { resubscribe() })
        let second = shared.log(check, "b")
        feeds[0].on(ending)
        check.expect(feeds.count, is: 2, "connections")
        feeds.last?.onNext(2)
        check.expect(feeds.last?.hasObservers ?? false, "the new connection was ended")
        first.dispose()
        second.dispose()
        check.expect(feeds.last?.hasObservers ?? false, "the new connection was ended")
        again.dispose()
        check.expect(!feeds.contains(where: \.hasObservers), "the source is still connected")
        check.expectLog(
          ending.isCompleted ? "bcompleted bdisposed c2 cdisposed" : "berror bdisposed c2 cdisposed"
        )
      }
    },
    Behavior("retry(when:)", "continues without a failure") { check in
      let trigger = PublishSubject<Int>()
      var feeds: [PublishSubject<Int>] = []
      let subscription = Observable<Int>.deferred {
        let feed = PublishSubject<Int>()
        feeds.append(feed)
        return feed.asObservable()
      }.retry(when: { (_: Observable<any Error>) in trigger }).log(check)
      trigger.onNext(1)
      feeds[0].onError(CellError())
      trigger.onNext(1)
      trigger.onNext(1)
      check.expect(feeds.count, is: 2, "attempts")
      feeds[1].onNext(5)
      feeds[1].onCompleted()
      check.expectLog("5 completed disposed")
      subscription.dispose()
    },
    Behavior("Hooks", "report an event that is sent during a delivery") { check in
      let handler = Hooks.synchronizationAnomalyHandler
      defer { Hooks.synchronizationAnomalyHandler = handler }
      Hooks.synchronizationAnomalyHandler = { [weak check] _ in check?.log.append("anomaly") }
      let subject = PublishSubject<Int>()
      let subscription = subject.subscribe(onNext: { [unowned subject] in
        if $0 == 1 { subject.onNext(2) }
      })
      subject.onNext(1)
      subscription.dispose()
      #if DEBUG
        check.expect(check.log.contains("anomaly"), "the handler was not called")
      #else
        check.expect(
          check.log.isEmpty, "the release build reported an anomaly, which only debug builds may do"
        )
      #endif
      check.log = []
    },
    Behavior("timeout", "after an element that was sent in a handler") { check in
      for sentInHandler in 0...3 {
        let source = DirectSource()
        let clock = TestScheduler(initialClock: 0)
        let subscription = source.observable
          .timeout(.seconds(5), other: Observable.just(9), scheduler: clock)
          .subscribe(onNext: { number in
            check.log.append("\(number)")
            if number < sentInHandler { source.send(.next(number + 1)) }
          })
        source.send(.next(0))
        clock.advanceTo(20)
        let sent = (0...sentInHandler).map { "\($0) " }.joined()
        check.expectLog(sent + "9")
        subscription.dispose()
      }
    },
    Behavior("skip(until:)", "ended before its trigger") { check in
      let makers: [(PublishSubject<Int>, any Disposable) -> Void] = [
        { feed, _ in feed.onCompleted() }, { feed, _ in feed.onError(CellError()) },
        { _, subscription in subscription.dispose() },
      ]
      for end in makers {
        let (feed, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = feed.skip(until: trigger).subscribe(onError: { _ in })
        end(feed, subscription)
        check.expect(!trigger.hasObservers, "the trigger is still subscribed to")
        check.expect(!feed.hasObservers, "the source is still subscribed to")
        subscription.dispose()
      }
    },
    Behavior("zip", "of sources that have ended") { check in
      check.timeline("1@1 2@3 |@5", "7@2 8@4 9@6", "9@2 11@4 |@6") { first, second in
        .zip([first, second]) { $0[0] + $0[1] + 1 }
      }
      check.timeline("1@1 2@3 |@5", "7@2 8@4 |@6", "8@2 10@4 |@6") { first, second in
        .zip([first, second]) { $0[0] + $0[1] }
      }
      check.timeline("1@3 2@4", "|@1", "|@3") { first, second in
        .combineLatest(first, second) { $0 + $1 }
      }
      check.timeline("1@3 2@4", "|@1", "|@3") { first, second in
        .combineLatest([first, second]) { $0[0] + $0[1] }
      }
    },
  ]
}

/// A source that delivers an event to its observers immediately, even while it delivers another
/// event.
final class DirectSource: @unchecked Sendable {
  private var observers: [AnyObserver<Int>] = []

  var observable: Observable<Int> {
    Observable.create { [weak self] observer in
      self?.observers.append(observer)
      return Disposables.create { [weak self] in self?.observers = [] }
    }
  }

  func send(_ event: Event<Int>) { for observer in observers { observer.on(event) } }
}
