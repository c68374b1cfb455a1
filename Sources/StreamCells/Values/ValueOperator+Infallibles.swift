import Streams

extension ValueOperator {
  /// The wrappers of `Infallible`, each of which applies an operator to the wrapped sequence.
  static let ofInfallibles = [
    wrapper("map") { source, _ in source.map { $0 } },
    wrapper("compactMap") { source, _ in source.compactMap { $0 } },
    wrapper("filter") { source, _ in source.filter { _ in true } },
    wrapper("scan") { source, _ in
      source.scan([Token]()) { $0 + [$1] }.compactMap(\.last)
    },
    wrapper("scan(into:)") { source, _ in
      source.scan(into: [Token]()) { $0.append($1) }.compactMap(\.last)
    },
    wrapper("startWith") { source, stage in source.startWith(stage.census.make()) },
    wrapper("do") { source, stage in
      let held = stage.census.make()
      return source.do(onNext: { _ in withExtendedLifetime(held) {} })
    },
    wrapper("share") { source, _ in source.share(replay: 1) },
    wrapper("withUnretained") { source, stage in
      source.withUnretained(stage.census).map { $1 }
    },
    wrapper("withUnretained selector") { source, stage in
      source.withUnretained(stage.census) { $1 }
    },
    wrapper("withLatestFrom") { source, stage in
      .merge(source.withLatestFrom(other(stage)), source.withLatestFrom(other(stage)) { $1 })
    },
    wrapper("distinctUntilChanged") { source, _ in
      .merge(
        source.distinctUntilChanged(), source.distinctUntilChanged { [$0] },
        source.distinctUntilChanged { $0 == $1 }, source.distinctUntilChanged(at: \.number),
        source.distinctUntilChanged({ $0.number }, comparer: { $0 == $1 }))
    },
    wrapper("creation") { source, stage in
      let (token, clock) = (stage.census.make(), stage.clock)
      return .merge(
        source, Infallible.just(token), Infallible.just(token, scheduler: clock),
        Infallible.from([token]), Infallible.from(AnySequence([token]), scheduler: clock))
    },
    ValueOperator("flatMapLatest to infallibles") { stage in
      let inner = other(stage)
      // Without the type of the result, the overload for other sequences is chosen.
      let latest: Infallible<Token> = stage.source.flatMapLatest { _ in inner }
      return latest.asObservable()
    },
    wrapper("flatMap") { source, stage in
      let inner = other(stage)
      return .merge(
        source.flatMap { _ in inner }, source.flatMapLatest { _ in inner },
        source.flatMapFirst { _ in inner }, source.concatMap { _ in inner })
    },
    wrapper("concat") { source, stage in
      .merge(
        source.concat(other(stage)), Infallible.concat(source, other(stage)),
        Infallible.concat([source, other(stage)]))
    },
    wrapper("merge") { source, stage in
      .merge(Infallible.merge([source, other(stage)]), Infallible.merge(source, other(stage)))
    },
    wrapper("take") { source, stage in
      .merge(
        source.take(9), source.take(until: other(stage)), source.take(until: stage.inner),
        source.take(while: { _ in true }), source.take(until: { _ in false }),
        source.take(for: .seconds(5), scheduler: stage.clock))
    },
    wrapper("skip") { source, stage in
      .merge(
        source.skip(1), source.skip(while: { _ in false }), source.skip(until: stage.inner))
    },
    wrapper("debounce") { source, stage in source.debounce(.seconds(5), scheduler: stage.clock) },
    wrapper("throttle") { source, stage in source.throttle(.seconds(5), scheduler: stage.clock) },
    wrapper("delay") { source, stage in source.delay(.seconds(5), scheduler: stage.clock) },
    wrapper("delaySubscription") { source, stage in
      source.delaySubscription(.seconds(1), scheduler: stage.clock)
    },
    wrapper("observe(on:)") { source, stage in source.observe(on: stage.clock) },
    wrapper("subscribe(on:)") { source, stage in source.subscribe(on: stage.clock) },
    wrapper("deferred") { source, _ in Infallible.deferred { source } },
    wrapper("zip") { source, stage in
      let inner = other(stage)
      return .merge(
        Infallible.zip(source, inner).map { $0.1 },
        Infallible.zip(source, inner, source).map { $0.1 },
        Infallible.zip(source, inner, source, inner, resultSelector: { one, two, _, _ in two }))
    },
    wrapper("combineLatest") { source, stage in
      let (a, b) = (source, other(stage))
      return .merge(
        Infallible.combineLatest(a, b) { $1 },
        Infallible.combineLatest(a, b, a) { one, two, _ in two },
        Infallible.combineLatest(a, b, a, b) { one, two, _, _ in two },
        Infallible.combineLatest(a, b, a, b, a) { one, two, _, _, _ in two },
        Infallible.combineLatest(a, b, a, b, a, b) { one, two, _, _, _, _ in two },
        Infallible.combineLatest(a, b, a, b, a, b, a) { one, two, _, _, _, _, _ in two },
        Infallible.combineLatest(a, b, a, b, a, b, a, b) { one, two, _, _, _, _, _, _ in two },
        Infallible.combineLatest([a, b, a]).map { $0[1] },
        Infallible.combineLatest([a, b]) { $0[1] })
    },
    wrapper("combineLatest to tuples") { source, stage in
      let (a, b) = (source, other(stage))
      return .merge(
        Infallible.combineLatest(a, b).map { $0.1 }, Infallible.combineLatest(a, b, a).map { $0.1 },
        Infallible.combineLatest(a, b, a, b).map { $0.1 },
        Infallible.combineLatest(a, b, a, b, a).map { $0.1 },
        Infallible.combineLatest(a, b, a, b, a, b).map { $0.1 },
        Infallible.combineLatest(a, b, a, b, a, b, a).map { $0.1 },
        Infallible.combineLatest(a, b, a, b, a, b, a, b).map { $0.1 })
    },
  ]

  private static func wrapper(
    _ name: String,
    _ apply: @escaping @Sendable (Infallible<Token>, Stage) -> Infallible<Token>
  ) -> ValueOperator {
    ValueOperator("\(name) of an infallible") { stage in
      apply(stage.source.asInfallible(onErrorFallbackTo: .empty()), stage).asObservable()
    }
  }

  private static func other(_ stage: Stage) -> Infallible<Token> {
    stage.inner.asInfallible(onErrorFallbackTo: .empty())
  }
}
