import Streams

/// Overloads and wrappers of operators. Each has code of its own, which may retain an element or a
/// source although the operator that it names does not.
extension ValueOperator {
  static let overloads = zips + latest + tuples + ofTraits + ofInfallibles + DeprecatedNames.all

  private static let zips = [
    ValueOperator("zip of 3 sources") { .zip($0.source, $0.inner, $0.source) { $1 + $2 + $0 } },
    ValueOperator("zip of 4 sources") { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .zip(a, b, a, b) { $1 + $2 + $3 + $0 }
    },
    ValueOperator("zip of 5 sources") { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .zip(a, b, a, b, a) { $1 + $2 + $3 + $4 + $0 }
    },
    ValueOperator("zip of 6 sources") { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .zip(a, b, a, b, a, b) { $1 + $2 + $3 + $4 + $5 + $0 }
    },
    ValueOperator("zip of 7 sources") { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .zip(a, b, a, b, a, b, a) { $1 + $2 + $3 + $4 + $5 + $6 + $0 }
    },
    ValueOperator("zip of 8 sources") { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .zip(a, b, a, b, a, b, a, b) { $1 + $2 + $3 + $4 + $5 + $6 + $7 + $0 }
    },
  ]

  private static let latest = [
    ValueOperator("combineLatest of 3 sources", retained: 2) { inputs in
      .combineLatest(inputs.source, inputs.inner, inputs.source) { $1 + $2 + $0 }
    },
    ValueOperator("combineLatest of 4 sources", retained: 2) { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .combineLatest(a, b, a, b) { $1 + $2 + $3 + $0 }
    },
    ValueOperator("combineLatest of 5 sources", retained: 2) { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .combineLatest(a, b, a, b, a) { $1 + $2 + $3 + $4 + $0 }
    },
    ValueOperator("combineLatest of 6 sources", retained: 2) { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .combineLatest(a, b, a, b, a, b) { $1 + $2 + $3 + $4 + $5 + $0 }
    },
    ValueOperator("combineLatest of 7 sources", retained: 2) { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .combineLatest(a, b, a, b, a, b, a) { $1 + $2 + $3 + $4 + $5 + $6 + $0 }
    },
    ValueOperator("combineLatest of 8 sources", retained: 2) { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .combineLatest(a, b, a, b, a, b, a, b) { $1 + $2 + $3 + $4 + $5 + $6 + $7 + $0 }
    },
  ]

  private static let tuples = [
    ValueOperator("zip to tuples") { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .merge(
        Observable.zip(a, b).map { $0.1 }, Observable.zip(a, b, a).map { $0.1 },
        Observable.zip(a, b, a, b).map { $0.1 },
        Observable.zip(a, b, a, b, a).map { $0.1 }, Observable.zip(a, b, a, b, a, b).map { $0.1 },
        Observable.zip(a, b, a, b, a, b, a).map { $0.1 },
        Observable.zip(a, b, a, b, a, b, a, b).map { $0.1 })
    },
    ValueOperator("combineLatest to tuples", retained: 2) { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .merge(
        Observable.combineLatest(a, b).map { $0.1 }, Observable.combineLatest(a, b, a).map { $0.1 },
        Observable.combineLatest(a, b, a, b).map { $0.1 },
        Observable.combineLatest(a, b, a, b, a).map { $0.1 },
        Observable.combineLatest(a, b, a, b, a, b).map { $0.1 },
        Observable.combineLatest(a, b, a, b, a, b, a).map { $0.1 },
        Observable.combineLatest(a, b, a, b, a, b, a, b).map { $0.1 })
    },
    ValueOperator("collections to arrays", retained: 2) { inputs in
      let (a, b) = (inputs.source, inputs.inner)
      return .merge(
        Observable.zip([a, b, a]).map { $0[1] }, Observable.combineLatest([a, b, a]).map { $0[1] },
        Observable.merge([a, b]), Observable.merge(AnyCollection([a, b])))
    },
  ]

  private static let ofTraits = [
    ValueOperator("zip of singles") { inputs in
      let (a, b) = (inputs.source.take(1).asSingle(), inputs.inner.take(1).asSingle())
      return .merge(
        Single.zip(a, b).map { $0.1 }.asObservable(),
        Single.zip(a, b, a).map { $0.1 }.asObservable(),
        Single<Token>.zip(a, b, a, b, resultSelector: { $1 + $2 + $3 + $0 }).asObservable(),
        Single.zip([a, b]).map { $0[1] }.asObservable(),
        Single.zip([a, b, a], resultSelector: { $0[1] }).asObservable())
    },
    ValueOperator("zip of maybes") { inputs in
      let (a, b) = (inputs.source.take(1).asMaybe(), inputs.inner.take(1).asMaybe())
      return .merge(
        Maybe.zip(a, b).map { $0.1 }.asObservable(),
        Maybe.zip(a, b, a).map { $0.1 }.asObservable(),
        Maybe<Token>.zip(a, b, a, b, resultSelector: { $1 + $2 + $3 + $0 }).asObservable())
    },
    ValueOperator("operators of singles") { inputs in
      let single = inputs.source.take(1).asSingle()
      let token = inputs.census.make()
      return .merge(
        single.map { $0 }.asObservable(), single.flatMap { Single.just($0) }.asObservable(),
        single.flatMapMaybe { Maybe.just($0) }.asObservable(),
        single.compactMap { $0 }.asObservable(),
        single.filter { _ in true }.asObservable(),
        single.flatMapCompletable { _ in
          inputs.inner.ignoreElements().asCompletable()
        }.asObservable().map(unreachable), single.catchAndReturn(token).asObservable(),
        single.catch { _ in Single.just(token) }.asObservable(), single.retry(2).asObservable(),
        single.delay(.seconds(5), scheduler: inputs.clock).asObservable(),
        single.timeout(.seconds(50), scheduler: inputs.clock).asObservable(),
        single.observe(on: inputs.clock).asObservable(), single.asMaybe().asObservable(),
        single.asCompletable().asObservable().map(unreachable))
    },
    ValueOperator("retries of traits") { inputs in
      let single = inputs.source.take(1).asSingle()
      return .merge(
        single.retry().asObservable(),
        single.retry(when: { (errors: Observable<any Error>) in
          errors.flatMap { _ in inputs.inner.take(1) }.take(2)
        }).asObservable(),
        single.retry(when: { (errors: Observable<CellError>) in
          errors.flatMap { _ in inputs.inner.take(1) }.take(2)
        }).asObservable())
    },
    ValueOperator("operators of maybes") { inputs in
      let maybe = inputs.source.take(1).asMaybe()
      let token = inputs.census.make()
      return .merge(
        maybe.map { $0 }.asObservable(), maybe.flatMap { Maybe.just($0) }.asObservable(),
        maybe.compactMap { $0 }.asObservable(), maybe.filter { _ in true }.asObservable(),
        maybe.ifEmpty(default: token).asObservable(),
        maybe.ifEmpty(switchTo: Single.just(token)).asObservable(),
        maybe.catchAndReturn(token).asObservable(),
        maybe.flatMapSingle { Single.just($0) }.asObservable(), maybe.asSingle().asObservable(),
        maybe.flatMapCompletable { _ in .empty() }.asObservable().map(unreachable),
        maybe.asCompletable().asObservable().map(unreachable),
        maybe.catch { _ in Maybe.just(token) }.asObservable())
    },
    ValueOperator("operators of completables") { inputs in
      let completable = inputs.source.ignoreElements().asCompletable()
      let other = inputs.inner.ignoreElements().asCompletable()
      return .merge(
        completable.andThen(inputs.inner),
        completable.andThen(inputs.inner.take(1).asSingle())
          .asObservable(), completable.andThen(other).asObservable().map(unreachable),
        Completable.zip(completable, other).asObservable().map(unreachable),
        completable.catch { _ in .empty() }.asObservable().map(unreachable))
    },
  ]
}

extension Token {
  /// Returns the first token. A closure such as `{ $1 + $2 + $0 }` uses all tokens and returns one.
  fileprivate static func + (first: Token, _: Token) -> Token { first }
}
