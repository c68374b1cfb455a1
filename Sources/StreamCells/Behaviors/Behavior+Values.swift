import Foundation
import Streams

extension Behavior {
  /// The values that a subscription retains during its life and when it ends.
  static let values = [
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
