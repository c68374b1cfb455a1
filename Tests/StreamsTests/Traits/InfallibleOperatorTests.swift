import Foundation
import Streams
import TestSupport
import Testing

/// Tests of which events the operators of `Infallible` send. No object may survive.
///
/// The source sends 1 at 210, 2 at 220 and 3 at 230, and completes at 240.
@Suite(.countsResources) struct InfallibleOperatorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: String
    let apply: @Sendable (Infallible<Int>, TestScheduler) -> Infallible<String>

    init<Result>(
      _ name: String, _ expected: String,
      _ apply: @escaping @Sendable (Infallible<Int>, TestScheduler) -> Infallible<Result>
    ) {
      testDescription = name
      self.expected = expected
      self.apply = { apply($0, $1).map { "\($0)" } }
    }
  }

  private static let same = "210:1 220:2 230:3 240|"
  private static let bystander = Bystander()

  private final class Bystander: Sendable {}

  static let cases: [Case] = [
    Case("map", "210:10 220:20 230:30 240|") { s, _ in s.map { $0 * 10 } },
    Case("compactMap", "210:1 230:3 240|") { s, _ in s.compactMap { $0 == 2 ? nil : $0 } },
    Case("filter", "220:2 240|") { s, _ in s.filter { $0 == 2 } },
    Case("scan", "210:1 220:3 230:6 240|") { s, _ in s.scan(0, accumulator: +) },
    Case("scan(into:)", "210:1 220:3 230:6 240|") { s, _ in s.scan(into: 0) { $0 += $1 } },
    Case("startWith", "200:9 \(same)") { s, _ in s.startWith(9) },
    Case("do", same) { s, _ in s.do(onNext: { _ in }, afterCompleted: {}, onDispose: {}) },
    Case("share", same) { s, _ in s.share(replay: 1) },
    Case("withUnretained", same) { s, _ in s.withUnretained(bystander).map { $0.1 } },
    Case("withUnretained selected", same) { s, _ in s.withUnretained(bystander) { $1 } },
    Case("withLatestFrom", "210:7 220:7 230:7 240|") { s, _ in
      s.withLatestFrom(Infallible.just(7))
    },
    Case("withLatestFrom selected", "210:8 220:9 230:10 240|") { s, _ in
      s.withLatestFrom(Infallible.just(7)) { $0 + $1 }
    },
    Case("distinctUntilChanged", "210:0 220:1 240|") { s, _ in
      s.map { $0 / 2 }.distinctUntilChanged()
    },
    Case("distinctUntilChanged by key", "210:1 220:2 240|") { s, _ in
      s.distinctUntilChanged { $0 / 2 }
    },
    Case("distinctUntilChanged compared", "210:1 240|") { s, _ in
      s.distinctUntilChanged { _, _ in true }
    },
    Case("distinctUntilChanged by compared key", "210:1 240|") { s, _ in
      s.distinctUntilChanged({ $0 }, comparer: { _, _ in true })
    },
    Case("distinctUntilChanged(at:)", same) { s, _ in s.distinctUntilChanged(at: \.self) },
    Case("flatMap", "210:1 210:1 220:2 220:2 230:3 230:3 240|") { s, _ in
      s.flatMap { Infallible.of($0, $0) }
    },
    Case("flatMapLatest", "211:1 221:2 231:3 240|") { s, t in
      s.flatMapLatest { Infallible.just($0).delay(.seconds(1), scheduler: t) }
    },
    Case("flatMapFirst", "225:1 245:3 246|") { s, t in
      s.flatMapFirst { Infallible.just($0).delay(.seconds(15), scheduler: t) }
    },
    Case("concatMap", same) { s, _ in s.concatMap { Infallible.just($0) } },
    Case("concat", "210:1 220:2 230:3 240:9 240|") { s, _ in s.concat(Infallible.just(9)) },
    Case("concat of several", "200:9 \(same)") { s, _ in Infallible.concat(.just(9), s) },
    Case("concat of a sequence", "200:9 \(same)") { s, _ in
      Infallible.concat(AnySequence([.just(9), s]))
    },
    Case("merge", "200:9 \(same)") { s, _ in Infallible.merge(s, .just(9)) },
    Case("merge of a collection", "200:9 \(same)") { s, _ in Infallible.merge([s, .just(9)]) },
    Case("take", "210:1 210|") { s, _ in s.take(1) },
    Case("take(for:)", "210:1 215|") { s, t in s.take(for: .seconds(15), scheduler: t) },
    Case("take(while:)", "210:1 220|") { s, _ in s.take(while: { $0 < 2 }) },
    Case("take(until:) condition", "210:1 220:2 220|") { s, _ in
      s.take(until: { $0 == 2 }, behavior: .inclusive)
    },
    Case("take(until:)", "200|") { s, _ in s.take(until: Observable.just(0)) },
    Case("take(until:) infallible", "200|") { s, _ in s.take(until: Infallible.just(0)) },
    Case("skip", "230:3 240|") { s, _ in s.skip(2) },
    Case("skip(while:)", "220:2 230:3 240|") { s, _ in s.skip(while: { $0 < 2 }) },
    Case("skip(until:)", same) { s, _ in s.skip(until: Observable.just(0)) },
    Case("debounce", "240:3 240|") { s, t in s.debounce(.seconds(15), scheduler: t) },
    Case("throttle", "210:1 230:3 240|") { s, t in
      s.throttle(.seconds(15), latest: false, scheduler: t)
    },
    Case("delay", "215:1 225:2 235:3 245|") { s, t in s.delay(.seconds(5), scheduler: t) },
    Case("delaySubscription", "220:2 230:3 240|") { s, t in
      s.delaySubscription(.seconds(15), scheduler: t)
    },
    Case("observe(on:)", "211:1 221:2 231:3 241|") { s, t in s.observe(on: t) },
    Case("subscribe(on:)", same) { s, t in s.subscribe(on: t) },
    Case("just on a scheduler", "201:1 202|") { _, t in Infallible.just(1, scheduler: t) },
    Case("deferred", "200:1 200|") { _, _ in Infallible.deferred { .just(1) } },
    Case("of", "201:1 202:2 203|") { _, t in Infallible.of(1, 2, scheduler: t) },
    Case("from", "200:1 200:2 200|") { _, _ in Infallible.from(1...2) },
    Case("combineLatest", "210:(1, 7) 220:(2, 7) 230:(3, 7) 240|") { s, _ in
      Infallible.combineLatest(s, Infallible.just(7))
    },
    Case("combineLatest of five", "210:1789t 220:2789t 230:3789t 240|") { s, _ in
      Infallible.combineLatest(
        s, Infallible.just(7), Infallible.just("8"), Infallible.just(9), Infallible.just("t")
      ) { "\($0)\($1)\($2)\($3)\($4)" }
    },
    Case("combineLatest of a collection", "210:[1, 7] 220:[2, 7] 230:[3, 7] 240|") { s, _ in
      Infallible.combineLatest([s, .just(7)])
    },
    Case("combineLatest of a collection, selected", "210:8 220:9 230:10 240|") { s, _ in
      Infallible.combineLatest([s, .just(7)]) { $0.reduce(0, +) }
    },
    Case("zip", "210:(1, 7, \"a\") 240|") { s, _ in
      Infallible.zip(s, Infallible.just(7), Infallible.just("a"))
    },
    Case("zip selected", "210:8 240|") { s, _ in Infallible.zip(s, .just(7)) { $0 + $1 } },
  ]

  @Test(arguments: cases) func sendsTheExpectedEvents(_ testCase: Case) {
    let before = Resources.total
    #expect(events(testCase) == testCase.expected)
    #expect(Resources.total == before)
  }

  private func events(_ testCase: Case) -> String {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([
      .next(210, 1), .next(220, 2), .next(230, 3), .completed(240),
    ])
    let result = scheduler.start {
      testCase.apply(source.asInfallible(onErrorJustReturn: 0), scheduler)
    }
    return result.events.map { recorded in
      switch recorded.value {
      case .next(let element): "\(recorded.time):\(element)"
      case .error(let error): "\(recorded.time)#\(error)"
      case .completed: "\(recorded.time)|"
      }
    }.joined(separator: " ")
  }

  @Test func relaysAndSubjectsReceiveBoundElements() {
    let before = Resources.total
    do {
      let bag = DisposeBag()
      let (behavior, publish) = (BehaviorRelay(value: 0), PublishRelay<Int?>())
      let (replay, subject) = (ReplayRelay<Int>.create(bufferSize: 2), PublishSubject<Int>())
      let recorder = Recorder()
      publish.asInfallible().subscribe { recorder.observe($0) }.disposed(by: bag)
      subject.subscribe { recorder.observe($0) }.disposed(by: bag)
      let source = PublishRelay<Int>()
      source.asInfallible().bind(to: behavior).disposed(by: bag)
      source.asInfallible().bind(to: publish).disposed(by: bag)
      source.asInfallible().bind(to: replay).disposed(by: bag)
      source.asInfallible().bind(to: subject).disposed(by: bag)
      source.asInfallible().bind(with: recorder) { $0.note("with \($1)") }.disposed(by: bag)
      source.accept(1)
      #expect(behavior.asInfallible().asObservable().take(1).events() == ["next(1)", "completed"])
      #expect(replay.asInfallible().take(1).asObservable().events() == ["next(1)", "completed"])
      #expect(recorder.events == ["next(Optional(1))", "next(1)", "with 1"])
    }
    #expect(Resources.total == before)
  }
}
