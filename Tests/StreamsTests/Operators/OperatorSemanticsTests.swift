import Dispatch
import Streams
import TestSupport
import Testing

/// Tests of which events each operator sends, and at which virtual times.
///
/// The source is hot. It sends 1 at 210, 2 at 220, 3 at 230 and 4 at 240, and completes at 250.
@Suite(.countsResources) struct OperatorSemanticsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: String
    let apply: @Sendable (Observable<Int>, TestScheduler) -> Observable<String>

    init<Result>(
      _ name: String, _ expected: String,
      _ apply: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Result>
    ) {
      testDescription = name
      self.expected = expected
      self.apply = { apply($0, $1).map { "\($0)" } }
    }
  }

  static let completing: [Case] = [
    Case("map", "210:10 220:20 230:30 240:40 250|") { s, _ in s.map { $0 * 10 } },
    Case("map throws", "210:1 220#") { s, _ in s.map { $0 == 2 ? try fail() : $0 } },
    Case("compactMap", "220:2 240:4 250|") { s, _ in s.compactMap { $0 % 2 == 0 ? $0 : nil } },
    Case("filter", "210:1 230:3 250|") { s, _ in s.filter { $0 % 2 == 1 } },
    Case("scan", "210:1 220:3 230:6 240:10 250|") { s, _ in s.scan(0, accumulator: +) },
    Case("reduce", "250:10 250|") { s, _ in s.reduce(0, accumulator: +) },
    Case("toArray", "250:[1, 2, 3, 4] 250|") { s, _ in s.toArray().asObservable() },
    Case("take", "210:1 220:2 220|") { s, _ in s.take(2) },
    Case("takeLast", "250:3 250:4 250|") { s, _ in s.takeLast(2) },
    Case("take(while:)", "210:1 220:2 230|") { s, _ in s.take(while: { $0 < 3 }) },
    Case("take(until:) inclusive", "210:1 220:2 230:3 230|") { s, _ in
      s.take(until: { $0 == 3 }, behavior: .inclusive)
    },
    Case("take(until: other)", "210:1 220:2 225|") { s, t in
      s.take(until: t.createHotObservable([.next(225, 0)]))
    },
    Case("skip", "230:3 240:4 250|") { s, _ in s.skip(2) },
    Case("skip(while:)", "230:3 240:4 250|") { s, _ in s.skip(while: { $0 < 3 }) },
    Case("skip(until:)", "230:3 240:4 250|") { s, t in
      s.skip(until: t.createHotObservable([.next(225, 0)]))
    },
    Case("element(at:)", "230:3 230|") { s, _ in s.element(at: 2) },
    Case("element(at:) out of range", "250#") { s, _ in s.element(at: 9) },
    Case("single", "210:1 220#") { s, _ in s.single() },
    Case("single of a kind", "230:3 250|") { s, _ in s.single { $0 == 3 } },
    Case("distinctUntilChanged", "210:0 220:1 240:2 250|") { s, _ in
      s.map { $0 / 2 }.distinctUntilChanged()
    },
    Case("ignoreElements", "250|") { s, _ in s.ignoreElements() },
    Case("materialize", "210:next(1) 220:next(2) 230:next(3) 240:next(4) 250:completed 250|") {
      s, _ in s.materialize()
    },
    Case("startWith", "200:8 200:9 210:1 220:2 230:3 240:4 250|") { s, _ in s.startWith(8, 9) },
    Case("enumerated", "210:0-1 220:1-2 230:2-3 240:3-4 250|") { s, _ in
      s.enumerated().map { "\($0.index)-\($0.element)" }
    },
    Case("groupBy", "210:1-1 220:0-2 230:1-3 240:0-4 250|") { s, _ in
      s.groupBy { $0 % 2 }.flatMap { group in group.map { "\(group.key)-\($0)" } }
    },
    Case("flatMap", "211:1 221:2 225:1 231:3 235:2 241:4 245:3 255:4 255|") { s, t in
      s.flatMap { e in t.createColdObservable([.next(1, e), .next(15, e), .completed(15)]) }
    },
    Case("flatMapLatest", "211:1 221:2 231:3 241:4 255:4 255|") { s, t in
      s.flatMapLatest { e in t.createColdObservable([.next(1, e), .next(15, e), .completed(15)]) }
    },
    Case("flatMapFirst", "211:1 225:1 231:3 245:3 250|") { s, t in
      s.flatMapFirst { e in t.createColdObservable([.next(1, e), .next(15, e), .completed(15)]) }
    },
    Case("concatMap", "211:1 225:1 226:2 240:2 241:3 255:3 256:4 270:4 270|") { s, t in
      s.concatMap { e in t.createColdObservable([.next(1, e), .next(15, e), .completed(15)]) }
    },
    Case("merge", "210:1 215:9 220:2 230:3 240:4 250|") { s, t in
      .merge(s, t.createHotObservable([.next(215, 9), .completed(216)]).asObservable())
    },
    Case("concat", "210:1 220:2 230:3 240:4 255:9 260|") { s, t in
      s.concat(t.createHotObservable([.next(215, 8), .next(255, 9), .completed(260)]))
    },
    Case("combineLatest", "220:2-8 225:2-9 230:3-9 240:4-9 250|") { s, t in
      .combineLatest(
        s, t.createHotObservable([.next(215, 8), .next(225, 9), .completed(226)])
      ) { "\($0)-\($1)" }
      .skip(1)
    },
    Case("zip", "215:1-8 225:2-9 250|") { s, t in
      .zip(s, t.createHotObservable([.next(215, 8), .next(225, 9), .completed(226)])) {
        "\($0)-\($1)"
      }
    },
    Case("zip completes with its last source", "215:1-8 230:2-9 250|") { s, t in
      .zip(s, t.createHotObservable([.next(215, 8), .next(230, 9), .completed(231)])) {
        "\($0)-\($1)"
      }
    },
    Case("zip of a collection completes early", "215:[1, 8] 220:[2, 9] 230|") { s, t in
      Observable.zip([
        s,
        t.createHotObservable([.next(215, 8), .next(216, 9), .completed(217)]).asObservable(),
      ])
    },
    Case("withLatestFrom", "220:2-8 230:3-9 240:4-9 250|") { s, t in
      s.withLatestFrom(t.createHotObservable([.next(215, 8), .next(225, 9), .completed(226)])) {
        "\($0)-\($1)"
      }
    },
    Case("amb", "205:9 300|") { s, t in
      s.amb(t.createHotObservable([.next(205, 9), .completed(300)]).asObservable())
    },
    Case("sample", "215:1 235:3 260:4 260|") { s, t in
      s.sample(t.createHotObservable([.next(215, 0), .next(217, 0), .next(235, 0), .next(260, 0)]))
    },
    Case("sample with a default", "205:9 215:1 217:9 235:3 260:4 260|") { s, t in
      s.sample(
        t.createHotObservable([
          .next(205, 0), .next(215, 0), .next(217, 0), .next(235, 0), .next(260, 0),
        ]), defaultValue: 9)
    },
    Case("sample whose sampler completes", "215:1 300:4 300|") { s, t in
      s.sample(t.createHotObservable([.next(215, 0), .completed(300)]), defaultValue: 9)
    },
    Case("sample whose sampler completes with nothing left", "245:4 300:9 300|") { s, t in
      s.sample(t.createHotObservable([.next(245, 0), .completed(300)]), defaultValue: 9)
    },
    Case("debounce", "250:4 250|") { s, t in s.debounce(.seconds(15), scheduler: t) },
    Case("debounce lets through", "215:1 225:2 235:3 245:4 250|") { s, t in
      s.debounce(.seconds(5), scheduler: t)
    },
    Case("throttle", "210:1 225:2 240:4 250|") { s, t in s.throttle(.seconds(15), scheduler: t) },
    Case("throttle, not latest", "210:1 230:3 250|") { s, t in
      s.throttle(.seconds(15), latest: false, scheduler: t)
    },
    Case("delay", "215:1 225:2 235:3 245:4 255|") { s, t in s.delay(.seconds(5), scheduler: t) },
    Case("delaySubscription", "220:2 230:3 240:4 250|") { s, t in
      s.delaySubscription(.seconds(15), scheduler: t)
    },
    Case("timeout", "205#") { s, t in s.timeout(.seconds(5), scheduler: t) },
    Case("timeout with another", "206:9 207|") { s, t in
      s.timeout(
        .seconds(5), other: t.createColdObservable([.next(1, 9), .completed(2)]), scheduler: t)
    },
    Case("buffer", "220:[1, 2] 240:[3, 4] 250:[] 250|") { s, t in
      s.buffer(timeSpan: .seconds(25), count: 2, scheduler: t)
    },
    Case("buffer by time", "225:[1, 2] 250:[3, 4] 250|") { s, t in
      s.buffer(timeSpan: .seconds(25), count: 9, scheduler: t)
    },
    Case("window", "210:0-1 220:0-2 230:1-3 240:1-4 250|") { s, t in
      s.window(timeSpan: .seconds(25), count: 2, scheduler: t).enumerated()
        .flatMap { window in window.element.map { "\(window.index)-\($0)" } }
    },
    Case("observe(on:)", "211:1 221:2 231:3 241:4 251|") { s, t in s.observe(on: t) },
    Case("subscribe(on:)", "210:1 220:2 230:3 240:4 250|") { s, t in s.subscribe(on: t) },
    Case("ifEmpty", "250:9 250|") { s, _ in s.filter { _ in false }.ifEmpty(default: 9) },
    Case("ifEmpty(switchTo:)", "251:9 252|") { s, t in
      s.filter { _ in false }.ifEmpty(
        switchTo: t.createColdObservable([.next(1, 9), .completed(2)]).asObservable())
    },
    Case("interval", "205:0 210:1 215:2 218|") { _, t in
      Observable<Int>.interval(.seconds(5), scheduler: t)
        .take(until: t.createHotObservable([.next(218, 0)]))
    },
    Case("share", "210:1 210:1 220:2 220:2 230:3 230:3 240:4 240:4 250|") { s, _ in
      let shared = s.share()
      return .merge(shared, shared)
    },
    Case("asSingle", "220#") { s, _ in s.asSingle().asObservable() },
    Case("first", "210:Optional(1) 210|") { s, _ in s.first().asObservable() },
    Case("generate", "201:0 202:1 203:2 204|") { _, t in
      .generate(initialState: 0, condition: { $0 < 3 }, scheduler: t, iterate: { $0 + 1 })
    },
    Case("range", "201:5 202:6 203|") { _, t in .range(start: 5, count: 2, scheduler: t) },
    Case("timer", "207:0 207|") { _, t in Observable<Int>.timer(.seconds(7), scheduler: t) },
  ]

  /// The cases in which the source fails at 250 instead.
  static let failing: [Case] = [
    Case("catch", "210:1 220:2 230:3 240:4 251:9 252|") { s, t in
      s.catch { _ in t.createColdObservable([.next(1, 9), .completed(2)]).asObservable() }
    },
    Case("catchAndReturn", "210:1 220:2 230:3 240:4 250:9 250|") { s, _ in
      s.catchAndReturn(9)
    },
    Case("materialize", "240:next(4) 250:error(test) 250|") { s, _ in s.skip(3).materialize() },
    Case("dematerialize", "240:4 250#") { s, _ in s.skip(3).materialize().dematerialize() },
    Case("delay sends an error at once", "225:1 235:2 245:3 250#") { s, t in
      s.delay(.seconds(15), scheduler: t)
    },
    Case("retry(when:)", "210:1 220:2 230:3 240:4 255|") { s, t in
      s.retry(when: { (errors: Observable<any Error>) in
        errors.take(until: t.createHotObservable([.next(255, 0)]))
          .delay(.seconds(100), scheduler: t).take(until: t.createHotObservable([.next(255, 0)]))
      })
    },
    Case("retry(when:) hears no trigger before a failure", "240:4 250|") { s, t in
      s.skip(3).retry(when: { (_: Observable<any Error>) in
        t.createHotObservable([.next(215, 0), .completed(225)])
      })
    },
    Case("retry(when:) of a trigger that failed before", "240:4 250#") { s, t in
      s.skip(3).retry(when: { (_: Observable<any Error>) in
        t.createHotObservable([Recorded<Event<Int>>.error(225, TestError())])
      })
    },
    Case("concat stops", "210:1 220:2 230:3 240:4 250#") { s, _ in s.concat(Observable.just(9)) },
    Case("merge fails", "210:1 220:2 230:3 240:4 250#") { s, _ in .merge(s, .never()) },
    Case("share", "240:4 240:4 250#") { s, _ in
      let shared = s.skip(3).share()
      return .merge(shared, shared)
    },
  ]

  @Test(arguments: completing) func sendsTheExpectedEventsIfTheSourceCompletes(testCase: Case) {
    #expect(log(testCase, .completed(250)) == testCase.expected)
  }

  @Test(arguments: failing) func sendsTheExpectedEventsIfTheSourceFails(testCase: Case) {
    #expect(log(testCase, .error(250, TestError())) == testCase.expected)
  }

  /// When the source ends, it must be disposed on the scheduler, one tick later.
  @Test(arguments: [Event<Int>.completed, .error(TestError())])
  func subscribeOnDisposesTheSourceOnTheScheduler(end: Event<Int>) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([Recorded(time: 300, value: end)])
    let result = scheduler.start { source.subscribe(on: scheduler) }
    #expect(result.events == [Recorded(time: 300, value: end)])
    #expect(source.subscriptions == [Subscription(201, 301)])
  }

  /// The queue must deliver the event after the work that was enqueued earlier, and before the work
  /// that was enqueued later.
  @Test func observeOnDeliversEventsInQueueOrder() throws {
    let recorder = Recorder()
    var made: DispatchQueue?
    let scheduler = SerialDispatchQueueScheduler(
      internalSerialQueueName: "observed", serialQueueConfiguration: { made = $0 })
    let queue = try #require(made)
    func work(_ name: String) {
      _ = scheduler.schedule(()) { _ in
        recorder.note(name)
        return Disposables.create()
      }
    }
    let before = Resources.total
    do {
      let subject = PublishSubject<Int>()
      let subscription = subject.observe(on: scheduler).subscribe { recorder.observe($0) }
      queue.suspend()
      subject.onNext(1)
      subject.onNext(2)
      work("a")
      subject.onNext(3)
      work("b")
      subject.onCompleted()
      work("c")
      queue.resume()
      queue.sync {}
      subscription.dispose()
    }
    #expect(recorder.events == ["next(1)", "next(2)", "a", "next(3)", "b", "completed", "c"])
    #expect(Resources.total == before)
  }

  private func log(_ testCase: Case, _ end: Recorded<Event<Int>>) -> String {
    let scheduler = TestScheduler(initialClock: 0)
    let source = scheduler.createHotObservable([
      .next(150, 0), .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), end,
    ])
    let result = scheduler.start { testCase.apply(source.asObservable(), scheduler) }
    #expect(source.subscriptions.allSatisfy { $0.unsubscribe <= TestScheduler.Defaults.disposed })
    return result.events.map { recorded in
      switch recorded.value {
      case .next(let element): "\(recorded.time):\(element)"
      case .error: "\(recorded.time)#"
      case .completed: "\(recorded.time)|"
      }
    }.joined(separator: " ")
  }

  private static func fail() throws -> Int { throw TestError() }
}
