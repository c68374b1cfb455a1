import Streams

extension Behavior {
  /// Streams to which an operator subscribes some time after the program has subscribed to the
  /// operator. When the program disposes its own subscription, the operator must dispose the late
  /// subscription too. If the operator has not subscribed yet, it must not subscribe later.
  static let lateStreams = [
    Behavior("late streams", "whose first element disposes them") { check in
      for (number, make) in lateStreamMakers.enumerated() {
        for disposes in [false, true] {
          let feed = PublishSubject<Int>()
          let clock = TestScheduler(initialClock: 0)
          let probe = check.probe()
          let subscription = SerialDisposable()
          let late = Observable<Int>.create { observer in
            observer.onNext(7)
            observer.onNext(8)
            return probe
          }
          subscription.disposable = make(late, feed, clock).subscribe(
            onNext: { [unowned subscription] element in
              guard element >= 7 else { return }
              check.log.append("\(element)")
              if disposes { subscription.dispose() }
            }, onError: { _ in })
          start(feed, clock)
          check.expect(probe.disposals, is: disposes ? 1 : 0, "disposals of late stream \(number)")
          check.expectLog(disposes ? "7" : "7 8")
          subscription.dispose()
          clock.advanceTo(100)
          check.expect(probe.disposals, is: 1, "disposals of late stream \(number) at the end")
          check.expect(!feed.hasObservers, "stream \(number) is still subscribed to its source")
        }
      }
    },
    Behavior("late streams", "after one that disposes all") { check in
      // If the handler disposes the subscription when the second stream sends its element, the
      // third stream must not be subscribed to.
      let makers: [(Observable<Int>, Observable<Int>, Observable<Int>) -> Observable<Int>] = [
        { .concat($0, $1, $2) }, { $0.concat($1).concat($2) },
        { .concat([$0.map { $0 }, $1, $2]) },
      ]
      for (number, make) in makers.enumerated() {
        let feed = PublishSubject<Int>()
        let subscription = SerialDisposable()
        let second = Observable<Int>.create { _ in
          check.log.append("subscribed")
          return Disposables.create()
        }
        subscription.disposable = make(feed, .just(7), second).subscribe(
          onNext: { [unowned subscription] element in
            check.log.append("\(element)")
            subscription.dispose()
          })
        feed.onCompleted()
        check.expect(check.log, is: ["7"], "the log of stream \(number)")
        check.log = []
      }
    },
    Behavior("late streams", "of a deep subscription are silent when disposed") { check in
      for depth in [1, 20, 31, 32, 33, 64] {
        var feed: AnyObserver<Int>?
        let subscription = SerialDisposable()
        let stream = Observable<Int>.create { observer in
          feed = observer
          observer.onNext(1)
          return Disposables.create { check.log.append("released") }
        }
        nested(depth) {
          subscription.disposable = stream.subscribe(onNext: { [unowned subscription] element in
            check.log.append("\(element)")
            subscription.dispose()
          })
        }
        check.expectLog("1 released")
        feed?.onNext(2)
        check.expectLog("")
      }
    },
    Behavior("late streams", "that replace others come after their disposal") { check in
      let makers: [(Observable<Observable<Int>>) -> Observable<Int>] = [
        { $0.switchLatest() }, { $0.flatMapLatest { $0 } },
      ]
      for (number, make) in makers.enumerated() {
        var feed: AnyObserver<Observable<Int>>?
        func inner(_ name: String, _ body: @escaping () -> Void = {}) -> Observable<Int> {
          .create { _ in
            check.log.append("+\(name)")
            body()
            return Disposables.create { check.log.append("-\(name)") }
          }
        }
        let subscription = make(
          .create { observer in
            feed = observer
            return Disposables.create()
          }
        ).subscribe()
        feed?.onNext(inner("a"))
        feed?.onNext(inner("b"))
        check.expect(check.log, is: ["+a", "-a", "+b"], "the log of stream \(number)")
        // During the subscription to the third stream, the source sends the fourth.
        feed?.onNext(inner("c") { feed?.onNext(inner("d")) })
        check.log.removeFirst(3)
        check.expect(check.log, is: ["-b", "+c", "+d", "-c"], "the log of stream \(number)")
        subscription.dispose()
        check.expect(check.log.last, is: "-d", "the last entry in the log of stream \(number)")
        check.log = []
        feed = nil
      }
    },
    Behavior("late streams", "release the stream that ended before them") { check in
      for number in sequels.indices {
        for ending in [Event<Int>.completed, .error(CellError())] {
          let feed = PublishSubject<Int>()
          let subscription = follow(feed, number, check)
          feed.on(ending)
          check.expect(
            check.census.living, is: 0, "values of the ended source of stream \(number)")
          subscription.dispose()
        }
      }
    },
    Behavior("attempts", "retain the last error at most") { check in
      let makers: [(Observable<Int>) -> Observable<Int>] = [
        { $0.retry() }, { $0.retry(1_000) },
        { .catch(sequence: Array(repeating: $0, count: 1_000)) },
        { $0.retry(when: { (errors: Observable<any Error>) in errors }) },
        { stream in stream.catch { _ in stream.catch { _ in stream } } },
      ]
      for (number, make) in makers.enumerated() {
        for count in [1, 2, 10, 60] {
          var attempt: AnyObserver<Int>?
          let source = Observable<Int>.create { observer in
            attempt = observer
            return Disposables.create()
          }
          let subscription = make(source).subscribe(onError: { _ in })
          for _ in 0..<count { fail(attempt, check) }
          check.expect(
            check.census.living <= 1,
            "\(check.census.living) errors of \(count) attempts are retained by stream \(number)")
          subscription.dispose()
          attempt = nil
          check.expect(check.census.living, is: 0, "errors that stream \(number) retains")
        }
      }
    },
  ]

  /// Streams that continue with another stream when their source has completed or failed.
  private static var sequels: [(Observable<Int>) -> Observable<Int>] {
    let never = Observable<Int>.never()
    return [
      { $0.catch { _ in never }.ignoreElements().asCompletable().andThen(never) },
      { $0.catch { _ in .empty() }.ignoreElements().asCompletable().andThen(never) },
      { stream in
        stream.catch { _ in .empty() }.ignoreElements().asCompletable()
          .andThen(Completable.never()).andThen(never)
      },
      { stream in
        stream.catch { _ in .empty() }.ignoreElements().asCompletable()
          .andThen(Single<Int>.never()).asObservable()
      },
      { stream in
        stream.catch { _ in .empty() }.ignoreElements().asCompletable()
          .andThen(Maybe<Int>.never()).asObservable()
      },
      { $0.catch { _ in .empty() }.ifEmpty(switchTo: never) },
      { $0.ifEmpty(switchTo: never).catch { _ in never } },
    ]
  }

  /// Subscribes to one of ``sequels``. Its source retains a value.
  @inline(never)
  private static func follow(
    _ feed: Observable<Int>, _ number: Int, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    let stream = Observable<Int>.create { [held] observer in
      withExtendedLifetime(held) { feed.subscribe(observer) }
    }
    return sequels[number](stream).subscribe(onError: { _ in })
  }

  private static var lateStreamMakers:
    [(Observable<Int>, PublishSubject<Int>, TestScheduler) -> Observable<Int>]
  {
    [
      { late, _, clock in late.subscribe(on: clock) },
      { late, _, clock in late.delaySubscription(.seconds(1), scheduler: clock) },
      { late, feed, _ in feed.flatMap { _ in late } },
      { late, feed, _ in feed.flatMapFirst { _ in late } },
      { late, feed, _ in feed.flatMapLatest { _ in late } },
      { late, feed, _ in feed.concatMap { _ in late } },
      { late, feed, _ in feed.map { _ in late }.merge() },
      { late, feed, _ in feed.map { _ in late }.merge(maxConcurrent: 1) },
      { late, feed, _ in feed.map { _ in late }.concat() },
      { late, feed, _ in feed.map { _ in late }.switchLatest() },
      { late, feed, _ in feed.take(1).concat(late) },
      { late, feed, _ in feed.take(1).filter { _ in false }.ifEmpty(switchTo: late) },
      { late, feed, _ in feed.map { _ -> Int in throw CellError() }.catch { _ in late } },
      { late, feed, _ in
        let failing = feed.map { _ -> Int in throw CellError() }
        return .catch(sequence: [failing, late])
      },
      { late, feed, clock in
        feed.filter { _ in false }.timeout(.seconds(1), other: late, scheduler: clock)
      },
      { late, feed, clock in
        feed.flatMap { _ in late.subscribe(on: clock) }
      },
    ]
  }

  /// Sends an element and advances the clock, so that the operators subscribe to the late streams.
  private static func start(_ feed: PublishSubject<Int>, _ clock: TestScheduler) {
    feed.onNext(0)
    clock.advanceTo(2)
  }

  /// Runs a closure inside nested subscriptions.
  private static func nested(_ depth: Int, _ body: @escaping () -> Void) {
    guard depth > 0 else { return body() }
    _ = Observable<Int>.create { observer in
      nested(depth - 1, body)
      observer.onCompleted()
      return Disposables.create()
    }.subscribe()
  }

  /// Ends an attempt with an error that retains a value.
  @inline(never)
  private static func fail(_ attempt: AnyObserver<Int>?, _ check: Check) {
    attempt?.onError(TokenError(token: check.census.make()))
  }
}

/// An error that retains a value.
private struct TokenError: Error {
  let token: Token
}
