import Foundation
import Streams

extension Behavior {
  /// The values that a subscription retains during its life and when it ends.
  static let values = [
    Behavior("values", "retained while quiet") { check in
      retained(0, "map", check) { source, _, _ in source.map { $0 } }
      retained(0, "debounce", check) { $0.debounce(.seconds(5), scheduler: $2) }
      retained(0, "throttle", check) { $0.throttle(.seconds(5), scheduler: $2) }
      retained(0, "delay", check) { $0.delay(.seconds(5), scheduler: $2) }
      retained(0, "observe(on:)", check) { source, _, clock in source.observe(on: clock) }
      retained(0, "sample", check) { source, other, _ in source.sample(other) }
      retained(0, "flatMap", check) { source, _, _ in source.flatMap { Observable.just($0) } }
      retained(0, "flatMapLatest", check) { source, _, _ in
        source.flatMapLatest { Observable.just($0) }
      }
      retained(0, "concatMap", check) { source, _, _ in source.concatMap { Observable.just($0) } }
      retained(0, "buffer", check) { source, _, clock in
        source.buffer(timeSpan: .seconds(5), count: 2, scheduler: clock).compactMap(\.first)
      }
      retained(0, "window", check) { source, _, clock in
        source.window(timeSpan: .seconds(5), count: 2, scheduler: clock).flatMap { $0 }
      }
      retained(0, "zip", check) { source, other, _ in .zip(source, other) { $1 } }
      retained(2, "combineLatest", check) { source, other, _ in
        .combineLatest(source, other) { $1 }
      }
      retained(1, "withLatestFrom", check) { source, other, _ in source.withLatestFrom(other) }
      retained(0, "timeout", check) { source, _, clock in
        source.timeout(.seconds(500), scheduler: clock)
      }
      retained(2, "takeLast", check) { source, _, _ in source.takeLast(2) }
      retained(3, "share(replay:)", check) { source, _, _ in source.share(replay: 3) }
      retained(1, "scan", check) { source, _, _ in
        source.scan(nil as Token?) { $1 }.compactMap { $0 }
      }
      retained(0, "do", check) { source, _, _ in source.do(onNext: { _ in }) }
      retained(0, "take(until:)", check) { source, other, _ in
        source.take(until: other.filter { _ in false })
      }
      retained(0, "skip(until:)", check) { source, other, _ in source.skip(until: other) }
      retained(0, "retry(when:)", check) { source, other, _ in
        source.retry(when: { (errors: Observable<any Error>) in errors.flatMap { _ in other } })
      }
    },
    Behavior("values", "pending at a failure") { check in
      pending("debounce", check) { $0.debounce(.seconds(5), scheduler: $1) }
      pending("throttle", check) { $0.throttle(.seconds(5), scheduler: $1) }
      pending("delay", check) { $0.delay(.seconds(5), scheduler: $1) }
    },
    Behavior("values", "pending at disposal in a handler") { check in
      // The handler of the first element disposes the subscription, but the disposable is kept.
      let makers: [(Observable<Token>, TestScheduler) -> Observable<Token>] = [
        { $0.observe(on: $1) }, { $0.delay(.seconds(1), scheduler: $1) },
        { source, _ in .merge(source, source) },
        { source, _ in source.flatMap { Observable.of($0, $0, $0) } },
        { source, _ in .combineLatest(source, source) { $1 } },
        { source, _ in .zip(source, source) { $1 } },
        { source, _ in source.share(replay: 2) },
        { source, _ in source.withLatestFrom(source) },
        { source, _ in source.concatMap { Observable.of($0, $0, $0) } },
      ]
      for (number, make) in makers.enumerated() {
        let clock = TestScheduler(initialClock: 0)
        let source = PublishSubject<Token>()
        var received = 0
        let serial = SerialDisposable()
        serial.disposable = make(source, clock).subscribe(onNext: { [unowned serial] _ in
          received += 1
          serial.dispose()
        })
        for _ in 0..<3 { source.onNext(check.census.make()) }
        clock.advanceTo(50)
        check.expect(received, is: 1, "elements of stream \(number)")
        check.expect(check.census.living, is: 0, "values that stream \(number) retains")
        check.expect(
          !source.hasObservers, "stream \(number) is still subscribed to its source after disposal")
      }
    },
  ]

  /// Checks the number of values that a subscription retains once all events have arrived.
  private static func retained(
    _ expected: Int, _ name: String, _ check: Check,
    _ make: (Observable<Token>, Observable<Token>, TestScheduler) -> Observable<Token>
  ) {
    let (source, other) = (PublishSubject<Token>(), PublishSubject<Token>())
    let clock = TestScheduler(initialClock: 0)
    let subscription = make(source, other, clock).subscribe(onNext: { _ in })
    for _ in 0..<6 {
      source.onNext(check.census.make())
      clock.advanceTo(clock.clock + 1)
      other.onNext(check.census.make())
    }
    clock.advanceTo(clock.clock + 30)
    check.expect(check.census.living, is: expected, "values that \(name) retains")
    subscription.dispose()
    check.expect(check.census.living, is: 0, "values that \(name) retains after disposal")
  }

  /// Checks that pending values have been released when a failure arrives.
  private static func pending(
    _ name: String, _ check: Check,
    _ make: (Observable<Token>, TestScheduler) -> Observable<Token>
  ) {
    let (source, clock) = (PublishSubject<Token>(), TestScheduler(initialClock: 0))
    var living = -1
    let subscription = make(source, clock).subscribe(
      onNext: { _ in }, onError: { [census = check.census] _ in living = census.living })
    source.onNext(check.census.make())
    clock.advanceTo(1)
    source.onNext(check.census.make())
    source.onError(CellError())
    check.expect(living, is: 0, "values that \(name) retains at a failure")
    subscription.dispose()
  }
}
