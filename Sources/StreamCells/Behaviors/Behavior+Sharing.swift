import Scenarios
import Streams

extension Behavior {
  static let sharing = [
    Behavior("connect", "whose result is kept retains no event") { check in
      let makers: [(Observable<Token>) -> ConnectableObservable<Token>] = [
        { $0.publish() }, { $0.replay(1) }, { $0.replayAll() },
        { $0.multicast { PublishSubject<Token>() } },
        { $0.multicast { ReplaySubject<Token>.create(bufferSize: 2) } },
      ]
      for (number, make) in makers.enumerated() {
        for ending in [Ending.completion, .error, .dispose] {
          let feed = TokenFeed(check.census)
          let connection = connection(to: make(feed.observable), feed, ending)
          // The connection retains its source, which has a value of its own.
          check.expect(
            check.census.living, is: 1, "values that connection \(number) retains after \(ending)")
          withExtendedLifetime(connection) {}
        }
      }
    },
    Behavior("refCount", "reconnects") { check in
      let feed = PublishSubject<Int>()
      var connections = 0
      let shared = Observable<Int>.deferred {
        connections += 1
        return feed.asObservable()
      }.publish().refCount()
      for round in 1...3 {
        let subscriptions = [shared.log(check), shared.log(check)]
        feed.onNext(round)
        check.expect(connections, is: round, "the number of connections")
        subscriptions[0].dispose()
        check.expect(
          feed.hasObservers, "the source was disconnected although an observer is subscribed")
        subscriptions[1].dispose()
        check.expect(!feed.hasObservers, "the source is still connected without an observer")
      }
      check.expectLog(
        (1...3).map { "\($0) \($0) disposed disposed" }.joined(separator: " "))
    },
    Behavior("refCount", "disconnects and connects again") { check in
      for ending in [Event<Int>.completed, .error(CellError())] {
        var feeds: [PublishSubject<Int>] = []
        let shared = Observable<Int>.deferred {
          let feed = PublishSubject<Int>()
          feeds.append(feed)
          return feed.asObservable()
        }.share(replay: 1)
        let first = shared.log(check, "a")
        feeds[0].onNext(1)
        feeds[0].on(ending)
        let second = shared.log(check, "b")
        check.expect(feeds.count, is: 2, "the number of connections")
        feeds.last?.onNext(2)
        // The disposal of the first subscription must not end the connection of the second.
        first.dispose()
        check.expect(feeds.last?.hasObservers ?? false, "the second connection was ended")
        second.dispose()
        check.expect(!feeds.contains(where: \.hasObservers), "the source is still connected")
        let end = ending.isCompleted ? "acompleted" : "aerror"
        check.expectLog("a1 \(end) adisposed b2 bdisposed")
      }
    },
    Behavior("share", "subscribes to an ended source again only while connected") { check in
      for end in [Event<Int>.completed, .error(CellError())] {
        for replay in 0...2 {
          for scope in [SubjectLifetimeScope.forever, .whileConnected] {
            var subscriptions = 0
            let source = Observable<Int>.create { observer in
              subscriptions += 1
              observer.onNext(1)
              observer.on(end)
              return Disposables.create()
            }
            let streams = [
              source.share(replay: replay, scope: scope),
              source.asInfallible(onErrorFallbackTo: .empty()).share(replay: replay, scope: scope)
                .asObservable(),
            ]
            for (number, stream) in streams.enumerated() {
              subscriptions = 0
              stream.subscribe(onError: { _ in }).dispose()
              stream.log(check).dispose()
              let name = "stream \(number), replay \(replay), scope \(scope)"
              check.expect(
                subscriptions, is: scope == .forever ? 1 : 2,
                "subscriptions to the source of \(name)")
              let elements = scope == .forever && replay == 0 ? [] : ["1"]
              let ending = end.isCompleted || number == 1 ? "completed" : "error"
              check.expect(
                check.log, is: elements + [ending, "disposed"], "the second events of \(name)")
              check.log = []
            }
          }
        }
      }
    },
    Behavior("refCount", "subscribed to at its end") { check in
      var feeds: [PublishSubject<Int>] = []
      let shared = Observable<Int>.deferred {
        let feed = PublishSubject<Int>()
        feeds.append(feed)
        return feed.asObservable()
      }.share()
      let later = SerialDisposable()
      let first = shared.subscribe(onCompleted: { later.disposable = shared.log(check, "b") })
      feeds[0].onCompleted()
      feeds.last?.onNext(2)
      check.expect(feeds.count, is: 2, "the number of connections")
      later.dispose()
      first.dispose()
      check.expect(!feeds.contains(where: \.hasObservers), "the source is still connected")
      check.expectLog("b2 bdisposed")
    },
    Behavior("connect", "again and again") { check in
      let feed = PublishSubject<Int>()
      let shared = feed.replay(1)
      let observer = shared.log(check, "a")
      for round in 1...3 {
        let connections = [shared.connect(), shared.connect()]
        feed.onNext(round)
        connections[0].dispose()
        check.expect(!feed.hasObservers, "the source is still connected after disconnecting")
        connections[1].dispose()
      }
      let second = shared.log(check, "b")
      let connection = shared.connect()
      feed.onNext(9)
      feed.onCompleted()
      connection.dispose()
      observer.dispose()
      second.dispose()
      check.expectLog("a1 b9 bcompleted bdisposed adisposed")
    },
    Behavior("share", "forever") { check in
      let feed = PublishSubject<Int>()
      let shared = feed.share(replay: 1, scope: .forever)
      let first = shared.log(check, "a")
      feed.onNext(1)
      first.dispose()
      let second = shared.log(check, "b")
      feed.onCompleted()
      shared.log(check, "c").dispose()
      second.dispose()
      check.expectLog("a1 adisposed b1 bcompleted bdisposed c1 ccompleted cdisposed")
    },
    Behavior("groupBy", "outlived by a group") { check in
      let feed = PublishSubject<Int>()
      var groups: [Observable<Int>] = []
      let subscription = feed.groupBy { $0 % 2 }.subscribe(onNext: {
        groups.append($0.asObservable())
      })
      feed.onNext(1)
      feed.onNext(2)
      feed.onNext(3)
      check.expect(groups.count, is: 2, "groups")
      let odd = groups[0].log(check, "a")
      feed.onNext(5)
      subscription.dispose()
      check.expect(feed.hasObservers, "the source was unsubscribed from while a group was in use")
      feed.onNext(7)
      odd.dispose()
      check.expect(
        !feed.hasObservers, "the source is still subscribed to although no group is in use")
      check.expectLog("a5 a7 adisposed")
    },
    Behavior("groupBy", "ends its groups") { check in
      for ending in [Event<Int>.completed, .error(CellError())] {
        let feed = PublishSubject<Int>()
        var group: Observable<Int>?
        let subscription = feed.groupBy { _ in 0 }.subscribe(
          onNext: { group = $0.asObservable() }, onError: { _ in })
        feed.onNext(1)
        let inner = group?.log(check)
        feed.on(ending)
        check.expectLog(ending.isCompleted ? "completed disposed" : "error disposed")
        check.expect(!feed.hasObservers, "the source is still subscribed to")
        inner?.dispose()
        subscription.dispose()
      }
    },
    Behavior("window", "ends its windows") { check in
      for ending in [Event<Int>.completed, .error(CellError())] {
        let (feed, clock) = (PublishSubject<Int>(), TestScheduler(initialClock: 0))
        var log: [String] = []
        let bag = DisposeBag()
        feed.window(timeSpan: .seconds(5), count: 2, scheduler: clock).subscribe(
          onNext: { window in
            log.append("[")
            window.subscribe(
              onNext: { log.append("\($0)") }, onError: { _ in log.append("!]") },
              onCompleted: { log.append("]") }
            ).disposed(by: bag)
          }, onError: { _ in log.append("error") }, onCompleted: { log.append("completed") }
        ).disposed(by: bag)
        for number in 1...3 { feed.onNext(number) }
        clock.advanceTo(6)
        feed.onNext(4)
        clock.advanceTo(12)
        feed.onNext(5)
        feed.on(ending)
        check.log = log
        let end = ending.isCompleted ? "] completed" : "!] error"
        check.expectLog("[ 1 2 ] [ 3 ] [ 4 ] [ 5 \(end)")
        check.expect(!feed.hasObservers, "the source is still subscribed to")
      }
    },
    Behavior("buffer", "by time and number") { check in
      let (feed, clock) = (PublishSubject<Int>(), TestScheduler(initialClock: 0))
      let subscription = feed.buffer(timeSpan: .seconds(5), count: 2, scheduler: clock)
        .log(check)
      for number in 1...3 { feed.onNext(number) }
      clock.advanceTo(6)
      feed.onNext(4)
      clock.advanceTo(12)
      feed.onNext(5)
      feed.onNext(6)
      feed.onNext(7)
      feed.onCompleted()
      clock.advanceTo(40)
      subscription.dispose()
      check.expectLog("[1, 2] [3] [4] [5, 6] [7] completed disposed")
    },
  ]

  /// Connects a sequence, and lets the connection end.
  @inline(never)
  private static func connection(
    to shared: ConnectableObservable<Token>, _ feed: TokenFeed, _ ending: Ending
  ) -> any Disposable {
    let connection = shared.connect()
    for _ in 0..<3 { feed.sendToken() }
    switch ending {
    case .completion: feed.send(.completed)
    case .error: feed.sendError()
    case .dispose, .bagDrop, .none: connection.dispose()
    }
    return connection
  }
}
