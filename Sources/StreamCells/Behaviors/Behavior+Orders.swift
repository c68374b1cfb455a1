import Dispatch
import Streams

extension Behavior {
  /// The order in which operators update their state, send, subscribe and dispose.
  static let orders = [
    Behavior("orders", "of state and elements that a handler sends") { check in
      for (name, expected, make) in countingStreams {
        let source = DirectSource()
        let subscription = make(source.observable).subscribe(
          onNext: { [unowned source] element in
            check.log.append("\(element)")
            let count = check.log.count
            if count < 4 { source.send(.next(10 * (count + 1))) }
          },
          onError: { _ in check.log.append("error") },
          onCompleted: { check.log.append("completed") })
        source.send(.next(1))
        source.send(.next(2))
        source.send(.completed)
        subscription.dispose()
        check.expect(check.log.joined(separator: " "), is: expected, "the events of \(name)")
        check.log = []
      }
    },
    Behavior("orders", "of state and an end that a handler sends") { check in
      for (name, make) in endedStreams {
        let source = DirectSource()
        let subscription = make(source.observable).subscribe(
          onNext: { [unowned source] element in
            check.log.append("\(element)")
            source.send(.completed)
          },
          onError: { _ in check.log.append("error") },
          onCompleted: { check.log.append("completed") })
        source.send(.next(1))
        subscription.dispose()
        check.expect(check.log.joined(separator: " "), is: "1 completed", "the events of \(name)")
        check.log = []
      }
    },
    Behavior("orders", "of the disposal of a stream and its replacement") { check in
      for (name, make) in switchingStreams { check.replacement(name, after: .completed, make) }
      let trigger = PublishSubject<Int>()
      let subscription = trigger.flatMapLatest { number in
        Observable<Int>.create { _ in
          check.log.append("+\(number)")
          return Disposables.create { check.log.append("-\(number)") }
        }
      }.subscribe()
      trigger.onNext(1)
      trigger.onNext(2)
      subscription.dispose()
      check.expectLog("+1 -1 +2 -2")
    },
    Behavior("orders", "of the disposal of a source and of what belongs to it") { check in
      for (name, make) in ownedStreams {
        for ending in [Event<Int>.completed, .error(CellError()), .next(0)] {
          var feed: AnyObserver<Int>?
          let source = Observable<Int>.create { observer in
            feed = observer
            return Disposables.create { check.log.append("source") }
          }
          let subscription = make(source) { check.log.append("owned") }
            .subscribe(onError: { _ in })
          feed?.on(ending)
          subscription.dispose()
          check.expect(check.log, is: ["source", "owned"], "the log of \(name) after \(ending)")
          check.log = []
          feed = nil
        }
      }
    },
    Behavior("retry", "of nested attempts") { check in
      let failing = { (element: Int) in Observable<Int>.error(CellError()).startWith(element) }
      let nested = Observable.catch(sequence: [failing(1), failing(2), failing(3)])
      let none = failing(0).retry(0)
      let streams: [(String, Observable<Int>)] = [
        ("1 2 3 4 x", Observable.catch(sequence: [nested, failing(4)])),
        ("1 2 3 1 2 3 x", nested.retry(2)),
        ("completed", none), ("completed", none.retry()),
        ("1 completed", Observable.catch(sequence: [failing(1), none, failing(2)])),
      ]
      for (expected, stream) in streams {
        // The limit stops a stream that would repeat endlessly.
        check.events(stream.take(8), expected)
      }
    },
    Behavior("distinctUntilChanged", "compares with the element that was sent last") { check in
      let numbers = Observable<Int>.of(0, 1, 2, 3, 4)
      let infallible = numbers.asInfallible(onErrorJustReturn: 0)
      let streams: [Observable<Int>] = [
        numbers.distinctUntilChanged { (last: Int, next: Int) in abs(last - next) < 2 },
        numbers.distinctUntilChanged(
          { $0 * 10 }, comparer: { (last: Int, next: Int) in abs(last - next) < 20 }),
        infallible.distinctUntilChanged { (last: Int, next: Int) in abs(last - next) < 2 }
          .asObservable(),
      ]
      for stream in streams { check.events(stream, "0 2 4 completed") }
    },
    Behavior("observe(on:)", "sends an end after the elements before it") { check in
      for ending in [Event<Int>.error(CellError()), .completed] {
        let expected = ending.isCompleted ? "1 2 completed disposed" : "1 2 error disposed"
        let (feed, clock) = (PublishSubject<Int>(), TestScheduler(initialClock: 0))
        let subscription = feed.observe(on: clock).log(check)
        feed.onNext(1)
        feed.onNext(2)
        feed.on(ending)
        clock.advanceTo(50)
        subscription.dispose()
        check.expectLog(expected)
        // While the queue is suspended, all events wait.
        let queue = DispatchQueue(label: "cell")
        let scheduler = SerialDispatchQueueScheduler(
          queue: queue, internalSerialQueueName: "cell")
        let (other, done) = (PublishSubject<Int>(), DispatchSemaphore(value: 0))
        queue.suspend()
        let second = other.observe(on: scheduler).subscribe(
          onNext: { check.log.append("\($0)") }, onError: { _ in check.log.append("error") },
          onCompleted: { check.log.append("completed") },
          onDisposed: {
            check.log.append("disposed")
            done.signal()
          })
        other.onNext(1)
        other.onNext(2)
        other.on(ending)
        queue.resume()
        check.expect(done.wait(timeout: .now() + 2) == .success, "no terminal event arrived")
        second.dispose()
        check.expectLog(expected)
      }
    },
    Behavior("timeout", "starts its timer after the handler has returned") { check in
      let makers: [(Observable<Int>, TestScheduler) -> Observable<Int>] = [
        { source, clock in source.timeout(.seconds(5), scheduler: clock) },
        { source, clock in
          source.timeout(.seconds(5), other: Observable<Int>.empty(), scheduler: clock)
        },
      ]
      for (number, make) in makers.enumerated() {
        let (feed, clock) = (PublishSubject<Int>(), TestScheduler(initialClock: 0))
        var end = 0
        let subscription = make(feed, clock).subscribe(
          onNext: { _ in clock.sleep(4) }, onError: { _ in end = clock.clock },
          onCompleted: { end = clock.clock })
        feed.onNext(1)
        clock.advanceTo(50)
        subscription.dispose()
        check.expect(end, is: 9, "the time at which stream \(number) ends")
      }
    },
    Behavior("other streams", "that complete without an element do not end the first") { check in
      check.timeline("1@3 2@5 |@9", "|@2", "|@9") { $0.withLatestFrom($1) }
      check.timeline("1@3 2@5 |@9", "|@2", "|@9") { first, second, _ in
        first.withLatestFrom(second) { $0 + $1 }
      }
      check.timeline("1@3 2@5 |@9", "|@2", "1@3 2@5 |@9") { $0.take(until: $1) }
      check.timeline("1@3 2@5 |@9", "|@2", "1@3 2@5 |@9") { .merge($0, $1) }
      check.timeline("1@3 2@5 |@9", "|@2", "1@3 2@5 |@9") { first, second, _ in
        first.flatMapLatest { number in Observable<Int>.just(number).concat(second) }
      }
    },
  ]

  private typealias Maker = (Observable<Int>) -> Observable<Int>

  /// Operators, each with the events that it must send. The source sends 1 and 2 and completes.
  /// For the first, second and third element, the handler makes the source send 20, 30 and 40.
  private static var countingStreams: [(String, String, Maker)] {
    [
      ("map", "1 20 30 40 2 completed", { $0.map { $0 } }),
      ("take(while:)", "1 completed", { $0.take(while: { $0 < 0 }, behavior: .inclusive) }),
      ("take(until:)", "1 completed", { $0.take(until: { $0 > 0 }, behavior: .inclusive) }),
      ("take(1)", "1 completed", { $0.take(1) }), ("take(2)", "1 20 completed", { $0.take(2) }),
      ("element(at: 0)", "1 completed", { $0.element(at: 0) }),
      ("element(at: 1)", "2 completed", { $0.element(at: 1) }),
      ("single", "1 error", { $0.single() }),
      ("skip", "2 20 30 40 completed", { $0.skip(1) }),
      ("skip(while:)", "1 20 30 40 2 completed", { $0.skip(while: { $0 != 1 }) }),
      ("scan", "1 21 51 91 93 completed", { $0.scan(0) { $0 + $1 } }),
      ("scan(into:)", "1 21 51 91 93 completed", { $0.scan(into: 0) { $0 += $1 } }),
      (
        "enumerated", "1 120 230 340 402 completed",
        { $0.enumerated().map { $0.index * 100 + $0.element } }
      ),
      (
        "distinctUntilChanged", "1 20 2 40 completed",
        { $0.distinctUntilChanged { ($0 < 10) == ($1 < 10) } }
      ),
      (
        "distinctUntilChanged of a key", "1 20 2 40 completed",
        { $0.distinctUntilChanged { $0 < 10 } }
      ),
      ("ifEmpty(default:)", "1 20 30 40 2 completed", { $0.ifEmpty(default: 7) }),
    ]
  }

  /// Streams that must send 1 and complete if the handler of the first element completes the
  /// source.
  private static var endedStreams: [(String, Maker)] {
    [
      ("map", { $0.map { $0 } }), ("ifEmpty(default:)", { $0.ifEmpty(default: 7) }),
      ("ifEmpty(switchTo:)", { $0.ifEmpty(switchTo: .just(7)) }), ("single", { $0.single() }),
      ("single with a predicate", { $0.single { $0 > 0 } }), ("take", { $0.take(1) }),
      ("take(while:)", { $0.take(while: { $0 < 0 }, behavior: .inclusive) }),
      ("scan", { $0.scan(0) { $0 + $1 } }),
      ("distinctUntilChanged", { $0.distinctUntilChanged() }),
    ]
  }

  /// Streams that must dispose the first stream, which has completed, before they subscribe to the
  /// second.
  private static var switchingStreams:
    [(String, (Observable<Int>, Observable<Int>) -> Observable<Int>)]
  {
    [
      ("ifEmpty", { first, second in first.ifEmpty(switchTo: second) }),
      (
        "ifEmpty of Maybe",
        { first, second in
          first.asMaybe().ifEmpty(switchTo: second.asMaybe()).asObservable()
        }
      ),
      (
        "ifEmpty of Maybe with a Single",
        { first, second in
          first.asMaybe().ifEmpty(switchTo: second.asSingle()).asObservable()
        }
      ),
    ]
  }

  /// Functions that create a stream from a source and a closure. The stream must dispose the source
  /// before it calls the closure.
  private static var ownedStreams:
    [(String, (Observable<Int>, @escaping () -> Void) -> Observable<Int>)]
  {
    [
      (
        "using",
        { source, action in
          Observable<Int>.using({ OwnedAction(action) }, observableFactory: { _ in source })
        }
      ),
      (
        "using of Maybe",
        { source, action in
          Maybe<Int>.using(
            { OwnedAction(action) }, primitiveSequenceFactory: { _ in source.asMaybe() }
          ).asObservable()
        }
      ),
      ("do", { source, action in source.do(onDispose: action) }),
      (
        "do of Maybe",
        { source, action in source.asMaybe().do(onDispose: action).asObservable() }
      ),
      (
        "do of Infallible",
        { source, action in
          source.asInfallible(onErrorJustReturn: 0).do(onDispose: action).asObservable()
        }
      ),
    ]
  }
}

/// A resource that calls a closure when it is disposed.
private final class OwnedAction: Disposable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  func dispose() { action() }
}
