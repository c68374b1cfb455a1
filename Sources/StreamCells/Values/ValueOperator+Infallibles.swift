import Streams

extension ValueOperator {
  /// The wrappers of `Infallible`, each of which applies an operator to the wrapped sequence.
  static let ofInfallibles = [
    wrapper("map") { source, _ in source.map { $0 } },
    wrapper("compactMap") { source, _ in source.compactMap { $0 } },
    wrapper("filter") { source, _ in source.filter { _ in true } },
    wrapper("scan", retained: .eachElement) { source, _ in
      source.scan([Token]()) { $0 + [$1] }.compactMap(\.last)
    },
    wrapper("scan(into:)", retained: .eachElement) { source, _ in
      source.scan(into: [Token]()) { $0.append($1) }.compactMap(\.last)
    },
    wrapper("startWith") { source, inputs in source.startWith(inputs.census.make()) },
    wrapper("do") { source, inputs in
      let held = inputs.census.make()
      return source.do(onNext: { _ in withExtendedLifetime(held) {} })
    },
    wrapper("share", retained: 1) { source, _ in source.share(replay: 1) },
    wrapper("withUnretained") { source, inputs in
      source.withUnretained(inputs.census).map { $1 }
    },
    wrapper("withUnretained selector") { source, inputs in
      source.withUnretained(inputs.census) { $1 }
    },
    wrapper("withLatestFrom", retained: 1) { source, inputs in
      .merge(source.withLatestFrom(other(inputs)), source.withLatestFrom(other(inputs)) { $1 })
    },
    wrapper("distinctUntilChanged", retained: 1) { source, _ in
      .merge(
        source.distinctUntilChanged(), source.distinctUntilChanged { [$0] },
        source.distinctUntilChanged { $0 == $1 }, source.distinctUntilChanged(at: \.number),
        source.distinctUntilChanged({ $0.number }, comparer: { $0 == $1 }))
    },
    wrapper("creation") { source, inputs in
      let (token, clock) = (inputs.census.make(), inputs.clock)
      return .merge(
        source, Infallible.just(token), Infallible.just(token, scheduler: clock),
        Infallible.from([token]), Infallible.from(AnySequence([token]), scheduler: clock))
    },
    ValueOperator("flatMapLatest to infallibles") { inputs in
      // Without the type of the result, the overload for other sequences is chosen.
      let latest: Infallible<Token> = inputs.source.flatMapLatest { _ in other(inputs) }
      return latest.asObservable()
    },
    wrapper("flatMap", retained: .eachWaitingStream) { source, inputs in
      .merge(
        source.flatMap { _ in other(inputs) }, source.flatMapLatest { _ in other(inputs) },
        source.flatMapFirst { _ in other(inputs) }, source.concatMap { _ in other(inputs) })
    },
    wrapper("concat") { source, inputs in
      .merge(
        source.concat(other(inputs)), Infallible.concat(source, other(inputs)),
        Infallible.concat([source, other(inputs)]))
    },
    wrapper("merge") { source, inputs in
      .merge(Infallible.merge([source, other(inputs)]), Infallible.merge(source, other(inputs)))
    },
    wrapper("take") { source, inputs in
      .merge(
        source.take(9), source.take(until: other(inputs)), source.take(until: inputs.inner),
        source.take(while: { _ in true }), source.take(until: { _ in false }),
        source.take(for: .seconds(5), scheduler: inputs.clock))
    },
    wrapper("skip") { source, inputs in
      .merge(
        source.skip(1), source.skip(while: { _ in false }), source.skip(until: inputs.inner))
    },
    wrapper("debounce") { source, inputs in source.debounce(.seconds(5), scheduler: inputs.clock) },
    wrapper("throttle") { source, inputs in source.throttle(.seconds(5), scheduler: inputs.clock) },
    wrapper("delay") { source, inputs in source.delay(.seconds(5), scheduler: inputs.clock) },
    wrapper("delaySubscription") { source, inputs in
      source.delaySubscription(.seconds(1), scheduler: inputs.clock)
    },
    wrapper("observe(on:)") { source, inputs in source.observe(on: inputs.clock) },
    wrapper("subscribe(on:)") { source, inputs in source.subscribe(on: inputs.clock) },
    wrapper("deferred") { _, inputs in
      Infallible.deferred { inputs.source.asInfallible(onErrorFallbackTo: .empty()) }
    },
    wrapper("zip") { source, inputs in
      let inner = other(inputs)
      return .merge(
        Infallible.zip(source, inner).map { $0.1 },
        Infallible.zip(source, inner, source).map { $0.1 },
        Infallible.zip(source, inner, source, inner, resultSelector: { one, two, _, _ in two }))
    },
    wrapper("combineLatest", retained: 2) { source, inputs in
      let (a, b) = (source, other(inputs))
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
    wrapper("combineLatest to tuples", retained: 2) { source, inputs in
      let (a, b) = (source, other(inputs))
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
    _ name: String, retained: Retention = 0,
    _ apply: @escaping @Sendable (Infallible<Token>, OperatorInputs) -> Infallible<Token>
  ) -> ValueOperator {
    ValueOperator("\(name) of an infallible", retained: retained) { inputs in
      apply(inputs.source.asInfallible(onErrorFallbackTo: .empty()), inputs).asObservable()
    }
  }

  private static func other(_ inputs: OperatorInputs) -> Infallible<Token> {
    inputs.inner.asInfallible(onErrorFallbackTo: .empty())
  }
}
