import Streams

extension Behavior {
  /// Streams with several subscriptions, and wrappers of operators. A wrapper must behave like the
  /// operator that it wraps.
  static let resubscription = [
    Behavior("subscriptions", "to the same cold stream receive the same") { check in
      let numbers = Observable<Int>.of(1, 2, 3)
      for (name, make) in coldStreams + coldOperators + coldTraits {
        let stream = make(numbers)
        var logs: [String] = []
        for _ in 0..<3 {
          stream.log(check).dispose()
          logs.append(check.log.joined(separator: " "))
          check.log = []
        }
        check.expect(logs[1], is: logs[0], "the second subscription to \(name)")
        check.expect(logs[2], is: logs[0], "the third subscription to \(name)")
        check.expect(logs[0].contains("1 "), "\(name) sends no element")
      }
      let attempts = Observable<Int>.error(CellError()).startWith(1).retry(2)
      for _ in 0..<2 { check.events(attempts, "1 1 x") }
      let parts = Observable<Int>.concat(AnySequence([Observable<Int>.just(1), .just(2)]))
      for _ in 0..<2 { check.events(parts, "1 2 completed") }
      let followed = Completable.empty().andThen(Single<Int>.just(1)).asObservable()
      for _ in 0..<2 { check.events(followed, "1 completed") }
    },
    Behavior("wrappers", "of Infallible apply the operator that they name") { check in
      for (name, plain, wrapped) in infallibles + combinedInfallibles {
        check.expect(check.record(wrapped), is: check.record(plain), "the record of \(name)")
      }
    },
    Behavior("wrappers", "of traits apply the operator that they name") { check in
      for (name, plain, wrapped) in singles + completables {
        check.expect(check.record(wrapped), is: check.record(plain), "the record of \(name)")
      }
    },
    Behavior("share", "of Infallible has the scope of its argument") { check in
      for scope in [SubjectLifetimeScope.forever, .whileConnected] {
        for isWrapped in [false, true] {
          let feed = PublishSubject<Int>()
          let infallible = feed.asInfallible(onErrorJustReturn: 0)
          let shared =
            isWrapped
            ? infallible.share(replay: 1, scope: scope).asObservable()
            : infallible.asObservable().share(replay: 1, scope: scope)
          let first = shared.log(check, "a")
          feed.onNext(1)
          first.dispose()
          shared.log(check, "b").dispose()
          let replayed = scope == .forever ? "b1 " : ""
          check.expectLog("a1 adisposed \(replayed)bdisposed")
          check.expect(!feed.hasObservers, "the source is still subscribed to")
        }
      }
    },
    Behavior("retry", "of a trait ends after its number of attempts") { check in
      for limit in 1...3 {
        var attempts = 0
        let single = Single<Int>.deferred {
          attempts += 1
          return attempts > 5 ? .just(0) : .error(CellError())
        }.retry(limit)
        single.asObservable().log(check).dispose()
        check.expect(attempts, is: limit, "the attempts of a Single")
        check.expectLog("error disposed")
        attempts = 0
        let completable = Completable.deferred {
          attempts += 1
          return attempts > 5 ? .empty() : .error(CellError())
        }.retry(limit)
        completable.andThen(Observable<Int>.just(1)).log(check).dispose()
        check.expect(attempts, is: limit, "the attempts of a Completable")
        check.expectLog("error disposed")
      }
    },
  ]

  private typealias Maker = (Observable<Int>) -> Observable<Int>

  /// Streams made from a stream of 1, 2 and 3. Each must send `1` and the same further events to
  /// every subscriber.
  private static var coldStreams: [(String, Maker)] {
    let failing = Observable<Int>.error(CellError()).startWith(1)
    let parts = [Observable<Int>.of(1, 2), Observable<Int>.of(7, 8)]
    return [
      ("of", { $0 }), ("from", { _ in .from([1, 2]) }),
      ("from a sequence", { _ in .from(AnySequence([1, 2])) }),
      ("range", { _ in .range(start: 1, count: 3) }),
      ("repeatElement", { _ in Observable<Int>.repeatElement(1).take(3) }),
      (
        "generate",
        { _ in .generate(initialState: 1, condition: { $0 < 4 }, iterate: { $0 + 1 }) }
      ),
      ("deferred", { numbers in .deferred { numbers } }), ("retry", { _ in failing.retry(2) }),
      ("catch", { numbers in failing.catch { _ in numbers } }),
      ("catchAndReturn", { _ in failing.catchAndReturn(4) }),
      ("catch of a sequence", { .catch(sequence: AnySequence([failing, $0])) }),
      ("concat of two", { $0.concat(failing) }), ("concat", { .concat($0, failing) }),
      ("concat of a collection", { _ in .concat(parts) }),
      ("concat of a sequence", { _ in .concat(AnySequence(parts)) }),
      ("merge", { _ in .merge(parts) }),
      (
        "merge with a limit",
        { _ in Observable<Observable<Int>>.from(parts).merge(maxConcurrent: 1) }
      ),
      ("ifEmpty(default:)", { _ in Observable<Int>.empty().ifEmpty(default: 1) }),
      ("ifEmpty(switchTo:)", { Observable<Int>.empty().ifEmpty(switchTo: $0) }),
    ]
  }

  private static var coldOperators: [(String, Maker)] {
    [
      ("concatMap", { $0.concatMap { Observable<Int>.of($0, 9) } }),
      ("flatMap", { $0.flatMap { Observable<Int>.of($0, 9) } }),
      ("flatMapFirst", { $0.flatMapFirst { Observable<Int>.just($0) } }),
      ("startWith", { $0.startWith(1) }), ("take", { $0.take(2) }),
      ("take(while:)", { $0.take(while: { $0 < 3 }) }), ("takeLast", { $0.takeLast(3) }),
      ("skip", { $0.startWith(0).skip(1) }), ("skip(while:)", { $0.skip(while: { $0 < 1 }) }),
      ("element(at:)", { $0.element(at: 0) }), ("single", { $0.single { $0 == 1 } }),
      ("distinctUntilChanged", { $0.distinctUntilChanged() }),
      ("scan", { $0.scan(0) { $0 + $1 } }), ("reduce", { $0.reduce(-5) { $0 + $1 } }),
      ("enumerated", { $0.enumerated().map { $0.index + 1 } }),
      ("toArray", { $0.toArray().asObservable().map { $0.count - 2 } }),
      ("groupBy", { $0.groupBy { $0 % 2 }.flatMap { $0 } }), ("share", { $0.share() }),
    ]
  }

  private static var coldTraits: [(String, Maker)] {
    let ended = Completable.empty()
    let infallible = Infallible<Int>.of(1, 2)
    return [
      ("andThen a Single", { _ in ended.andThen(Single<Int>.just(1)).asObservable() }),
      ("andThen a Maybe", { _ in ended.andThen(Maybe<Int>.just(1)).asObservable() }),
      ("andThen a Completable", { ended.andThen(ended).andThen($0) }),
      ("andThen", { ended.andThen($0) }),
      ("concat of a Completable", { ended.concat(ended).andThen($0) }),
      ("concat of Completables", { Completable.concat(ended, ended).andThen($0) }),
      (
        "concat of a sequence of Completables",
        { Completable.concat(AnySequence([ended, ended])).andThen($0) }
      ),
      ("zip of Completables", { Completable.zip(ended, ended).andThen($0) }),
      ("retry of a Single", { _ in Single<Int>.just(1).retry(2).asObservable() }),
      ("concat of an Infallible", { _ in infallible.concat(infallible).asObservable() }),
      (
        "concat of a sequence of Infallibles",
        { _ in
          Infallible<Int>.concat(AnySequence([infallible, infallible])).asObservable()
        }
      ),
    ]
  }

  private typealias Comparison = (
    String, (WrapperStage) -> Observable<Int>, (WrapperStage) -> Observable<Int>
  )

  private static var infallibles: [Comparison] {
    [
      ("map", { $0.plain.map { $0 + 1 } }, { $0.infallible.map { $0 + 1 }.asObservable() }),
      (
        "filter", { $0.plain.filter { $0 > 1 } },
        { $0.infallible.filter { $0 > 1 }.asObservable() }
      ),
      (
        "scan", { $0.plain.scan(0) { $0 + $1 } },
        { $0.infallible.scan(0) { $0 + $1 }.asObservable() }
      ),
      ("startWith", { $0.plain.startWith(0) }, { $0.infallible.startWith(0).asObservable() }),
      ("take", { $0.plain.take(2) }, { $0.infallible.take(2).asObservable() }),
      (
        "take(for:)", { $0.plain.take(for: .seconds(6), scheduler: $0.clock) },
        { $0.infallible.take(for: .seconds(6), scheduler: $0.clock).asObservable() }
      ),
      (
        "take(while:)", { $0.plain.take(while: { $0 < 3 }) },
        { $0.infallible.take(while: { $0 < 3 }).asObservable() }
      ),
      (
        "take(while:) and the last",
        { $0.plain.take(while: { $0 < 3 }, behavior: .inclusive) },
        { $0.infallible.take(while: { $0 < 3 }, behavior: .inclusive).asObservable() }
      ),
      (
        "take(until:)", { $0.plain.take(until: $0.other) },
        { $0.infallible.take(until: $0.other).asObservable() }
      ),
      ("skip", { $0.plain.skip(2) }, { $0.infallible.skip(2).asObservable() }),
      (
        "skip(while:)", { $0.plain.skip(while: { $0 < 3 }) },
        { $0.infallible.skip(while: { $0 < 3 }).asObservable() }
      ),
      (
        "skip(until:)", { $0.plain.skip(until: $0.other) },
        { $0.infallible.skip(until: $0.other).asObservable() }
      ),
      (
        "debounce", { $0.plain.debounce(.seconds(3), scheduler: $0.clock) },
        { $0.infallible.debounce(.seconds(3), scheduler: $0.clock).asObservable() }
      ),
      (
        "throttle", { $0.plain.throttle(.seconds(3), scheduler: $0.clock) },
        { $0.infallible.throttle(.seconds(3), scheduler: $0.clock).asObservable() }
      ),
      (
        "throttle without the latest",
        { $0.plain.throttle(.seconds(3), latest: false, scheduler: $0.clock) },
        { $0.infallible.throttle(.seconds(3), latest: false, scheduler: $0.clock).asObservable() }
      ),
      (
        "delay", { $0.plain.delay(.seconds(3), scheduler: $0.clock) },
        { $0.infallible.delay(.seconds(3), scheduler: $0.clock).asObservable() }
      ),
      (
        "delaySubscription", { $0.plain.delaySubscription(.seconds(6), scheduler: $0.clock) },
        { $0.infallible.delaySubscription(.seconds(6), scheduler: $0.clock).asObservable() }
      ),
      (
        "observe(on:)", { $0.plain.observe(on: $0.clock) },
        { $0.infallible.observe(on: $0.clock).asObservable() }
      ),
      (
        "subscribe(on:)", { $0.plain.subscribe(on: $0.clock) },
        { $0.infallible.subscribe(on: $0.clock).asObservable() }
      ),
    ]
  }

  private static var combinedInfallibles: [Comparison] {
    [
      (
        "flatMap", { inputs in inputs.plain.flatMap { inputs.inner($0) } },
        { inputs in inputs.infallible.flatMap { inputs.inner($0) }.asObservable() }
      ),
      (
        "flatMapLatest", { inputs in inputs.plain.flatMapLatest { inputs.inner($0) } },
        { inputs in inputs.infallible.flatMapLatest { inputs.inner($0) }.asObservable() }
      ),
      (
        "flatMapFirst", { inputs in inputs.plain.flatMapFirst { inputs.inner($0) } },
        { inputs in inputs.infallible.flatMapFirst { inputs.inner($0) }.asObservable() }
      ),
      (
        "concatMap", { inputs in inputs.plain.concatMap { inputs.inner($0) } },
        { inputs in inputs.infallible.concatMap { inputs.inner($0) }.asObservable() }
      ),
      (
        "concat", { $0.plain.concat($0.otherPlain) },
        { $0.infallible.concat($0.otherInfallible).asObservable() }
      ),
      (
        "concat of several", { Observable<Int>.concat([$0.plain, $0.otherPlain]) },
        { Infallible<Int>.concat($0.infallible, $0.otherInfallible).asObservable() }
      ),
      (
        "merge", { Observable<Int>.merge([$0.plain, $0.otherPlain]) },
        { Infallible<Int>.merge($0.infallible, $0.otherInfallible).asObservable() }
      ),
      (
        "withLatestFrom", { $0.plain.withLatestFrom($0.otherPlain) },
        { $0.infallible.withLatestFrom($0.otherInfallible).asObservable() }
      ),
    ]
  }

  private static var singles: [Comparison] {
    [
      (
        "timeout", { $0.single.asObservable().timeout(.seconds(2), scheduler: $0.clock) },
        { $0.single.timeout(.seconds(2), scheduler: $0.clock).asObservable() }
      ),
      (
        "timeout(other:)",
        { inputs in
          inputs.single.asObservable()
            .timeout(.seconds(2), other: inputs.otherSingle, scheduler: inputs.clock)
        },
        { inputs in
          inputs.single
            .timeout(.seconds(2), other: inputs.otherSingle, scheduler: inputs.clock).asObservable()
        }
      ),
      (
        "delay", { $0.single.asObservable().delay(.seconds(3), scheduler: $0.clock) },
        { $0.single.delay(.seconds(3), scheduler: $0.clock).asObservable() }
      ),
      (
        "delaySubscription",
        { $0.single.asObservable().delaySubscription(.seconds(6), scheduler: $0.clock) },
        { $0.single.delaySubscription(.seconds(6), scheduler: $0.clock).asObservable() }
      ),
      (
        "observe(on:)", { $0.single.asObservable().observe(on: $0.clock) },
        { $0.single.observe(on: $0.clock).asObservable() }
      ),
      (
        "subscribe(on:)", { $0.single.asObservable().subscribe(on: $0.clock) },
        { $0.single.subscribe(on: $0.clock).asObservable() }
      ),
    ]
  }

  private static var completables: [Comparison] {
    let just = Observable<Int>.just(1)
    let concat: (WrapperStage) -> Observable<Int> = { inputs in
      let parts = [inputs.completable.asObservable(), inputs.otherCompletable.asObservable()]
      return Observable<Never>.concat(parts).asCompletable().andThen(just)
    }
    let merge: (WrapperStage) -> Observable<Int> = { inputs in
      let parts = [inputs.completable.asObservable(), inputs.otherCompletable.asObservable()]
      return Observable<Never>.merge(parts).asCompletable().andThen(just)
    }
    return [
      (
        "concat of a Completable", concat,
        { $0.completable.concat($0.otherCompletable).andThen(just) }
      ),
      (
        "concat of several Completables", concat,
        { Completable.concat($0.completable, $0.otherCompletable).andThen(just) }
      ),
      (
        "concat of a sequence of Completables", concat,
        { Completable.concat([$0.completable, $0.otherCompletable]).andThen(just) }
      ),
      ("andThen", concat, { $0.completable.andThen($0.otherCompletable).andThen(just) }),
      (
        "zip of several Completables", merge,
        { Completable.zip($0.completable, $0.otherCompletable).andThen(just) }
      ),
      (
        "zip of a collection of Completables", merge,
        { Completable.zip([$0.completable, $0.otherCompletable]).andThen(just) }
      ),
    ]
  }
}

/// The sources of the two streams that are compared. One stream is made by an operator, the other
/// by a wrapper of the operator.
private struct WrapperStage {
  var source: Observable<Int>
  var other: Observable<Int>
  var clock: TestScheduler

  var infallible: Infallible<Int> { source.asInfallible(onErrorJustReturn: 0) }
  var plain: Observable<Int> { infallible.asObservable() }
  var otherInfallible: Infallible<Int> { other.asInfallible(onErrorJustReturn: 0) }
  var otherPlain: Observable<Int> { otherInfallible.asObservable() }
  var single: Single<Int> { source.take(1).asSingle() }
  var otherSingle: Single<Int> { other.take(1).asSingle() }
  var completable: Completable { source.ignoreElements().asCompletable() }
  var otherCompletable: Completable { other.ignoreElements().asCompletable() }

  func inner(_ number: Int) -> Observable<Int> { other.take(2).map { $0 * 10 + number } }
}

extension Check {
  /// Subscribes to a stream whose two sources, `a` and `b`, send fixed events in virtual time.
  ///
  /// - Returns: The events of the stream. The result also lists when each source was subscribed to,
  ///   such as `+a@0`, and when the subscription was disposed, such as `-a@20`. The entries are in
  ///   alphabetical order.
  fileprivate func record(_ make: (WrapperStage) -> Observable<Int>) -> String {
    let clock = TestScheduler(initialClock: 0)
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    for (feed, times, end) in [(first, [4, 5, 7, 12, 13], 20), (second, [3, 6, 10, 15], 17)] {
      for (index, time) in times.enumerated() { clock.scheduleAt(time) { feed.onNext(index + 1) } }
      clock.scheduleAt(end) { feed.onCompleted() }
    }
    var events: [String] = []
    let note: (String) -> Void = { events.append("\($0)@\(clock.clock)") }
    let inputs = WrapperStage(
      source: first.do(onSubscribe: { note("+a") }, onDispose: { note("-a") }),
      other: second.do(onSubscribe: { note("+b") }, onDispose: { note("-b") }), clock: clock)
    let subscription = make(inputs).subscribe(
      onNext: { note("\($0)") }, onError: { _ in note("error") },
      onCompleted: { note("completed") })
    clock.advanceTo(60)
    subscription.dispose()
    expect(!first.hasObservers, "the first source is subscribed to")
    expect(!second.hasObservers, "the second source is subscribed to")
    return events.sorted().joined(separator: " ")
  }
}
