import Streams

extension Behavior {
  /// Streams whose closures throw, and the number of times that operators call their closures.
  static let closures = [
    Behavior("closures", "that throw") { check in
      let two = Observable.of(1, 2)
      check.events(two.map { try fail($0) }, "x")
      check.events(two.filter { try fail($0) > 0 }, "x")
      check.events(two.compactMap { try fail($0) }, "x")
      check.events(two.scan(0) { try fail($0 + $1) }, "x")
      check.events(two.scan(into: 0) { $0 = try fail($1) }, "x")
      check.events(two.reduce(0) { try fail($0 + $1) }, "x")
      check.events(two.reduce(0, accumulator: +) { try fail($0) }, "x")
      check.events(two.reduce(into: 0) { $0 = try fail($1) }, "x")
      check.events(two.distinctUntilChanged { try fail($0) }, "x")
      check.events(two.distinctUntilChanged { try fail($0) == $1 }, "1 x")
      check.events(two.groupBy { try fail($0) }.flatMap { $0 }, "x")
      check.events(two.do(onNext: { _ = try fail($0) }), "x")
      check.events(two.do(afterNext: { _ = try fail($0) }), "1 x")
      check.events(two.flatMap { Observable.just(try fail($0)) }, "x")
      check.events(two.flatMapLatest { Observable.just(try fail($0)) }, "x")
      check.events(two.flatMapFirst { Observable.just(try fail($0)) }, "x")
      check.events(two.concatMap { Observable.just(try fail($0)) }, "x")
      check.events(two.take(while: { try fail($0) > 0 }), "x")
      check.events(two.skip(while: { try fail($0) > 0 }), "x")
      check.events(two.take(until: { try fail($0) > 0 }), "x")
      check.events(two.single { try fail($0) > 0 }, "x")
      check.events(two.ifEmpty(default: 3).map { $0 }, "1 2 completed")
    },
    Behavior("closures", "that make a stream and throw") { check in
      let two = Observable.of(1, 2)
      check.events(.deferred { try fail(two) }, "x")
      check.events(.generate(initialState: 1, condition: { try fail($0) > 0 }) { $0 }, "x")
      check.events(.generate(initialState: 1, condition: { $0 < 3 }) { try fail($0) }, "1 x")
      check.events(two.multicast({ try fail(PublishSubject<Int>()) }, selector: { $0 }), "x")
      check.events(two.multicast({ PublishSubject<Int>() }, selector: { try fail($0) }), "x")
      check.events(Observable.error(Other()).catch { _ in try fail(two) }, "x")
      let boolean = BooleanDisposable()
      check.events(.using({ try fail(boolean) }, observableFactory: { _ in two }), "x")
      check.events(.using({ boolean }, observableFactory: { _ in try fail(two) }), "x")
      check.expect(boolean.isDisposed, "the resource of a factory that threw is not disposed")
      check.events(.combineLatest(two, two) { try fail($0 + $1) }, "x")
      check.events(.zip(two, two) { try fail($0 + $1) }, "x")
      check.events(.combineLatest([two, two]) { try fail($0[0]) }, "x")
      check.events(.zip([two, two]) { try fail($0[0]) }, "x")
      check.events(two.withLatestFrom(two) { try fail($0 + $1) }, "x")
      check.events(
        Observable<Int>.error(Other()).retry(when: { errors in
          errors.flatMap { (_: any Error) -> Observable<Int> in throw CellError() }
        }), "x")
    },
    Behavior("closures", "that throw at the end") { check in
      let empty = Observable<Int>.empty()
      let fails = Observable<Int>.error(Other())
      check.events(empty.do(onCompleted: { _ = try fail(1) }), "x")
      check.events(empty.do(afterCompleted: { _ = try fail(1) }), "completed")
      check.events(fails.do(onError: { _ in _ = try fail(1) }), "x")
      check.events(fails.do(afterError: { _ in _ = try fail(1) }), "Other()")
    },
    Behavior("do", "calls a closure for each event") { check in
      for end in [Observable<Int>.empty(), .error(CellError())] {
        let log = { (event: String) in check.log.append(event) }
        Observable.just(1).concat(end).do(
          onNext: { log("onNext\($0)") }, afterNext: { log("afterNext\($0)") },
          onError: { _ in log("onError") }, afterError: { _ in log("afterError") },
          onCompleted: { log("onCompleted") }, afterCompleted: { log("afterCompleted") },
          onSubscribe: { log("onSubscribe") }, onSubscribed: { log("onSubscribed") },
          onDispose: { log("onDispose") }
        ).log(check).dispose()
      }
      check.expectLog(
        "onSubscribe onNext1 1 afterNext1 onCompleted completed disposed afterCompleted"
          + " onSubscribed onDispose onSubscribe onNext1 1 afterNext1 onError error disposed"
          + " afterError onSubscribed onDispose")
    },
    Behavior("closures", "are not called more often than necessary") { check in
      var calls = 0
      func count(_ number: Int) -> Int {
        calls += 1
        return number
      }
      func expectCalls(_ limit: Int, _ name: String) {
        check.expect(calls <= limit, "\(calls) calls to \(name), but at most \(limit) are expected")
        calls = 0
      }
      check.events(.from(Counting { _ = count(0) }).take(2), "0 1 completed")
      expectCalls(3, "a sequence's iterator")
      check.events(
        .generate(initialState: 0, condition: { $0 < 100 }) { count($0) + 1 }.take(2),
        "0 1 completed")
      expectCalls(3, "generate's step")
      check.events(Observable.of(1, 2, 3, 4).map { count($0) }.take(1), "1 completed")
      expectCalls(1, "map's transform")
      check.events(Observable.of(1, 2, 3, 4).filter { count($0) > 0 }.take(1), "1 completed")
      expectCalls(1, "filter's predicate")
      check.events(Observable.of(1, 2, 3).take(while: { count($0) < 2 }), "1 completed")
      expectCalls(2, "take's predicate")
      check.events(Observable.of(1, 2, 3).skip(while: { count($0) < 2 }), "2 3 completed")
      expectCalls(2, "skip's predicate")
    },
  ]

  private static func fail<Value>(_ value: Value) throws -> Value { throw CellError() }

  private struct Other: Error {}

  /// A sequence of a thousand integers that calls a closure before it returns each of them.
  private struct Counting: Sequence {
    var call: () -> Void

    func makeIterator() -> AnyIterator<Int> {
      var next = 0
      return AnyIterator {
        call()
        next += 1
        return next > 1_000 ? nil : next - 1
      }
    }
  }
}
