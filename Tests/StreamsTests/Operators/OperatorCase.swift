import Foundation
import Streams
import Testing

/// An operator that the tests of endings apply to a source.
///
/// Operators are registered for these tests only in this file. The results are strings, so that
/// operators of all types can be treated in the same way.
struct OperatorCase: Sendable, CustomTestStringConvertible {
  let name: String
  let apply: @Sendable (Observable<Int>, TestScheduler) -> Observable<String>
  /// A Boolean value indicating whether the operator has another source and therefore continues
  /// after its first source completes.
  var outlivesCompletion = false

  init<Result>(
    _ name: String,
    _ apply: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Result>
  ) {
    self.name = name
    self.apply = { source, scheduler in apply(source, scheduler).map { "\($0)" } }
  }

  init<Result>(_ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Result>)
  {
    self.init(name) { source, _ in apply(source) }
  }

  var testDescription: String { name }

  private func outlivingCompletion() -> OperatorCase {
    var copy = self
    copy.outlivesCompletion = true
    return copy
  }

  static let all: [OperatorCase] = transforming + filtering + combining + handling + timing

  private static let transforming = [
    OperatorCase("map") { $0.map { $0 + 1 } },
    OperatorCase("compactMap") { $0.compactMap { $0 > 1 ? $0 : nil } },
    OperatorCase("decode") {
      $0.map { Data("\($0)".utf8) }.decode(type: Int.self, decoder: JSONDecoder())
    },
    OperatorCase("flatMap") { $0.flatMap { Observable.of($0, $0) } },
    OperatorCase("flatMapFirst") { $0.flatMapFirst { Observable.just($0) } },
    OperatorCase("flatMapLatest") { $0.flatMapLatest { Observable.just($0) } },
    OperatorCase("concatMap") { $0.concatMap { Observable.of($0, $0) } },
    OperatorCase("scan") { $0.scan(0, accumulator: +) },
    OperatorCase("scan(into:)") { $0.scan(into: [0]) { $0.append($1) } },
    OperatorCase("reduce") { $0.reduce(0, accumulator: +) },
    OperatorCase("toArray") { $0.toArray().asObservable() },
    OperatorCase("materialize") { $0.materialize() },
    OperatorCase("dematerialize") { $0.materialize().dematerialize() },
    OperatorCase("enumerated") { $0.enumerated() },
    OperatorCase("groupBy") { $0.groupBy { $0 % 2 }.flatMap { $0.asObservable() } },
    OperatorCase("buffer") { $0.buffer(timeSpan: .seconds(5), count: 2, scheduler: $1) },
    OperatorCase("window") {
      $0.window(timeSpan: .seconds(5), count: 2, scheduler: $1).flatMap { $0 }
    },
    OperatorCase("asSingle") { $0.take(1).asSingle().asObservable() },
    OperatorCase("asMaybe") { $0.take(1).asMaybe().asObservable() },
    OperatorCase("first") { $0.first().asObservable() },
  ]

  private static let filtering = [
    OperatorCase("filter") { $0.filter { $0 > 1 } },
    OperatorCase("distinctUntilChanged") { $0.distinctUntilChanged() },
    OperatorCase("take") { $0.take(2) },
    OperatorCase("takeLast") { $0.takeLast(2) },
    OperatorCase("take(while:)") { $0.take(while: { $0 < 3 }) },
    OperatorCase("take(until:) predicate") { $0.take(until: { $0 > 2 }, behavior: .inclusive) },
    OperatorCase("take(until:)") { $0.take(until: Observable<Int>.never()) },
    OperatorCase("skip") { $0.skip(1) },
    OperatorCase("skip(while:)") { $0.skip(while: { $0 < 2 }) },
    OperatorCase("skip(until:)") { $0.skip(until: Observable.just(0)) }.outlivingCompletion(),
    OperatorCase("element(at:)") { $0.element(at: 1) },
    OperatorCase("single") { $0.single { $0 == 2 } },
    OperatorCase("sample") { $0.sample(Observable<Int>.never()) }.outlivingCompletion(),
    OperatorCase("sample itself") { source in source.sample(source) },
    OperatorCase("ignoreElements") { $0.ignoreElements() },
    OperatorCase("debounce") { $0.debounce(.seconds(5), scheduler: $1) },
    OperatorCase("throttle") { $0.throttle(.seconds(5), scheduler: $1) },
  ]

  private static let combining = [
    OperatorCase("merge") { .merge($0, .just(9)) },
    OperatorCase("merge(maxConcurrent:)") {
      $0.map { Observable.just($0) }.merge(maxConcurrent: 1)
    },
    OperatorCase("concat") { $0.concat(Observable.just(9)) },
    OperatorCase("concat after") { Observable.just(9).concat($0) },
    OperatorCase("combineLatest") { .combineLatest($0, Observable.just(9)) { $0 + $1 } },
    OperatorCase("combineLatest of itself") {
      .combineLatest([$0, $0, $0]) { $0.reduce(0, +) }
    },
    OperatorCase("zip") { .zip($0, Observable.of(7, 8, 9)) { $0 + $1 } },
    OperatorCase("zip of itself") { .zip([$0, $0]) { $0.reduce(0, +) } },
    OperatorCase("startWith") { $0.startWith(0) },
    OperatorCase("withLatestFrom") { $0.withLatestFrom(Observable.just(9)) { $0 + $1 } },
    OperatorCase("amb") { $0.amb(Observable<Int>.never()) },
    OperatorCase("amb, right") { Observable<Int>.never().amb($0) },
    OperatorCase("switchLatest") { $0.map { Observable.just($0) }.switchLatest() },
    OperatorCase("ifEmpty(default:)") { $0.ifEmpty(default: 9) },
    OperatorCase("ifEmpty(switchTo:)") { $0.ifEmpty(switchTo: .just(9)) },
  ]

  private static let handling = [
    OperatorCase("do") { $0.do(onNext: { _ in }, onDispose: {}) },
    OperatorCase("catch") { $0.catch { _ in .just(9) } },
    OperatorCase("catchAndReturn") { $0.catchAndReturn(9) },
    OperatorCase("retry(1)") { $0.retry(1) },
    OperatorCase("retry(when:)") { $0.retry(when: { $0.take(1) }) },
    OperatorCase("share") { $0.share() },
    OperatorCase("share(replay:)") { $0.share(replay: 1) },
    OperatorCase("share, twice") { source in
      let shared = source.share()
      return Observable.merge(shared, shared)
    },
    OperatorCase("multicast with a selector") {
      $0.multicast({ PublishSubject<Int>() }, selector: { $0.map { $0 + 1 } })
    },
    OperatorCase("using") { source in
      Observable.using({ BooleanDisposable() }, observableFactory: { _ in source })
    },
    OperatorCase("deferred") { source in Observable.deferred { source } },
  ]

  private static let timing = [
    OperatorCase("observe(on:)") { $0.observe(on: $1) },
    OperatorCase("subscribe(on:)") { $0.subscribe(on: CurrentThreadScheduler.instance) },
    OperatorCase("delay") { $0.delay(.seconds(5), scheduler: $1) },
    OperatorCase("timeout") { $0.timeout(.seconds(500), scheduler: $1) },
  ]
}
