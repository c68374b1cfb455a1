import Foundation
import RACDisposables
import Streams

extension Behavior {
  /// The order in which handlers and the source are notified of an end, and the objects that are
  /// released at an end.
  static let ends = [
    Behavior("ends", "reach the program before its source is disposed") { check in
      for (number, make) in endingStreams.enumerated() {
        for ending in [Event<Int>.completed, .error(CellError())] {
          var feed: AnyObserver<Int>?
          let source = Observable<Int>.create { observer in
            feed = observer
            return Disposables.create { check.log.append("released") }
          }
          let subscription = make(source).subscribe(
            onError: { _ in check.log.append("ended") },
            onCompleted: { check.log.append("ended") },
            onDisposed: { check.log.append("disposed") })
          feed?.onNext(1)
          feed?.on(ending)
          let log = check.log.joined(separator: " ")
          check.expect(
            log == "ended disposed released", "stream \(number): the log after \(ending) is \(log)")
          check.log = []
          subscription.dispose()
        }
      }
    },
    Behavior("ends", "by a closure of groupBy reach its groups") { check in
      for failing in 1...3 {
        let feed = PublishSubject<Int>()
        let groups = DisposeBag()
        let held = check.census.make()
        let subscription = feed.groupBy { number -> Int in
          if number == failing { throw CellError() }
          return number % 2
        }.subscribe(
          onNext: { [held] group in
            withExtendedLifetime(held) {}
            group.asObservable().log(check, "\(group.key):").disposed(by: groups)
          }, onError: { _ in check.log.append("error") })
        for number in 1...3 { feed.onNext(number) }
        let expected = [
          "error", "1:1 1:error 1:disposed error",
          "1:1 0:2 1:error 1:disposed 0:error 0:disposed error",
        ][failing - 1]
        check.expect(
          check.log.sorted(), is: expected.split(separator: " ").map(String.init).sorted(),
          "the log of failure \(failing)")
        check.log = []
        check.expect(
          !feed.hasObservers, "groupBy is still subscribed to its source after failure \(failing)")
        subscription.dispose()
      }
    },
    Behavior("subscriptions", "that are dropped with their source end with it") { check in
      for (name, make) in directSources {
        for handlers in 0..<16 {
          check.subscribeAndDrop(make(), handlers)
          check.expect(
            check.census.living, is: 0, "values of handlers \(handlers) of a dropped \(name)")
        }
      }
    },
    Behavior("RACCompoundDisposable", "disposes a member in the place of a removed one") { check in
      for removed in 0..<4 {
        let compound = RACCompoundDisposable()
        let members = ["a", "b", "c", "d"].map { name in
          RACDisposable { [weak check] in check?.log.append(name) }
        }
        for member in members { compound.addDisposable(member) }
        compound.removeDisposable(members[removed])
        compound.addDisposable(RACDisposable { [weak check] in check?.log.append("e") })
        compound.dispose()
        check.expectLog(["e b c d", "a e c d", "a b d e", "a b c e"][removed])
      }
    },
    Behavior("observations", "that only their owner retains end with it") { check in
      let target = Indexed()
      check.observeBriefly(target)
      check.expect(check.census.living, is: 0, "key paths of an observation that was released")
      withExtendedLifetime(target) {}
    },
  ]

  /// Streams whose subscriptions have no sink.
  private static var directSources: [(String, () -> Observable<Int>)] {
    [
      ("PublishSubject", { PublishSubject<Int>() }), ("AsyncSubject", { AsyncSubject<Int>() }),
      ("BehaviorSubject", { BehaviorSubject<Int>(value: 0) }),
      ("ReplaySubject", { ReplaySubject<Int>.create(bufferSize: 1) }),
      ("PublishRelay", { PublishRelay<Int>().asObservable() }),
      ("BehaviorRelay", { BehaviorRelay<Int>(value: 0).asObservable() }),
      ("never", { .never() }), ("just", { .just(1) }), ("empty", { .empty() }),
    ]
  }

  private static var endingStreams: [(Observable<Int>) -> Observable<Int>] {
    let clock = TestScheduler(initialClock: 0)
    let never = Observable<Int>.never()
    return [
      { $0 }, { $0.map { $0 } }, { $0.filter { _ in true } }, { $0.groupBy { $0 }.map(\.key) },
      { $0.groupBy { $0 }.flatMap { $0 } },
      { $0.window(timeSpan: .seconds(5), count: 9, scheduler: clock).map { _ in 0 } },
      { $0.window(timeSpan: .seconds(5), count: 9, scheduler: clock).flatMap { $0 } },
      { $0.buffer(timeSpan: .seconds(5), count: 9, scheduler: clock).map(\.count) },
      { $0.flatMap { Observable.just($0) } }, { $0.flatMapLatest { Observable.just($0) } },
      { $0.concatMap { Observable.just($0) } }, { $0.take(until: never) },
      { $0.withLatestFrom(never) }, { $0.debounce(.seconds(5), scheduler: clock) },
      { $0.throttle(.seconds(5), scheduler: clock) }, { $0.takeLast(1) },
      { $0.timeout(.seconds(5), scheduler: clock) }, { $0.scan(0, accumulator: +) },
      { $0.reduce(0, accumulator: +) }, { $0.materialize().dematerialize() },
      { $0.do(onNext: { _ in }) }, { $0.distinctUntilChanged() },
    ]
  }
}

/// An object whose key paths retain a value.
private final class Indexed: RACObservableObject, @unchecked Sendable {
  subscript(token: Token) -> Int { token.number }
}

extension Check {
  /// Subscribes with the handlers that the bits of `handlers` select, and releases the
  /// subscription. Each handler retains a value.
  @inline(never)
  fileprivate func subscribeAndDrop(_ stream: Observable<Int>, _ handlers: Int) {
    let held = census.make()
    let handle = { withExtendedLifetime(held) {} }
    _ = stream.subscribe(
      onNext: handlers & 1 == 0 ? nil : { _ in handle() },
      onError: handlers & 2 == 0 ? nil : { _ in handle() },
      onCompleted: handlers & 4 == 0 ? nil : handle,
      onDisposed: handlers & 8 == 0 ? nil : handle)
  }

  /// Creates an observation that is retained only until this call returns.
  @inline(never)
  fileprivate func observeBriefly(_ target: RACObservableObject) {
    let observation = RACKVOTrampoline(
      target: target, observer: nil, keyPath: \Indexed[census.make()], options: .new
    ) { _, _, _ in }
    expect(census.living, is: 1, "key paths of an observation")
    target.deinitDisposable.removeDisposable(observation)
  }
}
