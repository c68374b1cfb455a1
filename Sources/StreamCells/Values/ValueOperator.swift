import Streams

/// An operator on a stream of tokens.
struct ValueOperator: Sendable {
  /// The streams and objects to build an operator from.
  struct OperatorInputs {
    var source: Observable<Token>
    /// A second stream, whose events the matrix cell sends as well.
    var inner: Observable<Token>
    var clock: TestScheduler
    var census: TokenCensus
  }

  var name: String
  /// A Boolean value indicating whether the operator retains elements for later subscribers.
  var keepsElements = false
  var apply: @Sendable (OperatorInputs) -> Observable<Token>

  init(
    _ name: String, keepsElements: Bool = false,
    _ apply: @escaping @Sendable (OperatorInputs) -> Observable<Token>
  ) {
    self.name = name
    self.keepsElements = keepsElements
    self.apply = apply
  }

  static let all =
    elementwise + limiting + flattening + combining + sharing + timed + failing + overloads

  private static let elementwise = [
    ValueOperator("direct") { $0.source },
    ValueOperator("map") { $0.source.map { $0 } },
    ValueOperator("compactMap") { $0.source.compactMap { $0 } },
    ValueOperator("filter") { $0.source.filter { _ in true } },
    ValueOperator("scan") { inputs in
      inputs.source.scan(into: [Token]()) { $0.append($1) }.compactMap(\.last)
    },
    ValueOperator("reduce") { inputs in
      inputs.source.reduce([Token]()) { $0 + [$1] }.compactMap(\.last)
    },
    ValueOperator("toArray") { $0.source.toArray().asObservable().compactMap(\.last) },
    ValueOperator("materialize") { $0.source.materialize().dematerialize() },
    ValueOperator("enumerated") { $0.source.enumerated().map(\.element) },
    ValueOperator("distinctUntilChanged") { $0.source.distinctUntilChanged() },
    ValueOperator("distinctUntilChanged key") { inputs in
      inputs.source.distinctUntilChanged { [$0] }
    },
    ValueOperator("do") { inputs in
      let held = inputs.census.make()
      return inputs.source.do(
        onNext: { _ in withExtendedLifetime(held) {} }, afterNext: { _ in }, onError: { _ in },
        afterError: { _ in }, onCompleted: {}, afterCompleted: {}, onSubscribe: {},
        onSubscribed: {}, onDispose: {})
    },
    ValueOperator("groupBy") { $0.source.groupBy { $0 }.flatMap { $0 } },
    ValueOperator("groupBy one") { $0.source.groupBy { _ in 1 }.flatMap { $0 } },
    ValueOperator("window") { inputs in
      inputs.source.window(timeSpan: .seconds(5), count: 2, scheduler: inputs.clock).flatMap { $0 }
    },
    ValueOperator("buffer") { inputs in
      inputs.source.buffer(timeSpan: .seconds(5), count: 3, scheduler: inputs.clock)
        .compactMap(\.last)
    },
    ValueOperator("deferred") { inputs in .deferred { [source = inputs.source] in source } },
    ValueOperator("using") { inputs in
      Observable.using(
        { [census = inputs.census] in Resource(census.make()) },
        observableFactory: { [source = inputs.source] resource in
          source.do(onNext: { _ in if resource.isClosed { fatalError("used after its end") } })
        })
    },
    ValueOperator("infallible") { inputs in
      inputs.source.asInfallible(onErrorFallbackTo: .empty()).map { $0 }.asObservable()
    },
    ValueOperator("infallible that recovers") { inputs in
      inputs.source.asInfallible(onErrorRecover: { [inner = inputs.inner] _ in
        inner.asInfallible(onErrorFallbackTo: .empty())
      }).asObservable()
    },
    ValueOperator("withUnretained") { inputs in
      inputs.source.withUnretained(inputs.census) { $1 }
    },
    ValueOperator("ignoreElements") { $0.source.ignoreElements().map(unreachable) },
  ]

  private static let limiting = [
    ValueOperator("take") { $0.source.take(9) },
    ValueOperator("take one") { $0.source.take(1) },
    ValueOperator("takeLast") { $0.source.takeLast(1) },
    ValueOperator("take(while:)") { $0.source.take(while: { _ in true }) },
    ValueOperator("take(while:) inclusive") { inputs in
      inputs.source.take(while: { _ in false }, behavior: .inclusive)
    },
    ValueOperator("take(until:) condition") { $0.source.take(until: { _ in false }) },
    ValueOperator("take(until:)") { $0.source.take(until: $0.inner) },
    ValueOperator("take(for:)") { $0.source.take(for: .seconds(5), scheduler: $0.clock) },
    ValueOperator("skip") { $0.source.skip(1) },
    ValueOperator("skip(while:)") { $0.source.skip(while: { _ in false }) },
    ValueOperator("skip(until:)") { $0.source.skip(until: $0.inner) },
    ValueOperator("skip(for:)") { $0.source.skip(.seconds(5), scheduler: $0.clock) },
    ValueOperator("element(at:)") { $0.source.element(at: 1) },
    ValueOperator("single") { $0.source.single() },
    ValueOperator("sample") { $0.source.sample($0.inner) },
    ValueOperator("sample default") { inputs in
      inputs.source.sample(inputs.inner, defaultValue: inputs.census.make())
    },
    ValueOperator("asSingle") { $0.source.take(1).asSingle().asObservable() },
    ValueOperator("asMaybe") { $0.source.take(1).asMaybe().asObservable() },
    ValueOperator("ifEmpty(default:)") { $0.source.ifEmpty(default: $0.census.make()) },
    ValueOperator("ifEmpty(switchTo:)") { inputs in
      inputs.source.filter { _ in false }.ifEmpty(switchTo: inputs.inner)
    },
  ]

  private static let flattening = [
    ValueOperator("flatMap") { inputs in
      inputs.source.flatMap { [inner = inputs.inner] _ in inner }
    },
    ValueOperator("flatMap just") { $0.source.flatMap { Observable.just($0) } },
    ValueOperator("flatMapFirst") { inputs in
      inputs.source.flatMapFirst { [inner = inputs.inner] _ in inner }
    },
    ValueOperator("flatMapLatest") { inputs in
      inputs.source.flatMapLatest { [inner = inputs.inner] _ in inner }
    },
    ValueOperator("flatMapLatest just") { $0.source.flatMapLatest { Observable.just($0) } },
    ValueOperator("concatMap") { inputs in
      inputs.source.concatMap { [inner = inputs.inner] token in inner.map { _ in token } }
    },
    ValueOperator("merge(maxConcurrent:)") { inputs in
      inputs.source.map { [inner = inputs.inner] token in inner.map { _ in token } }
        .merge(maxConcurrent: 2)
    },
    ValueOperator("switchLatest") { inputs in
      inputs.source.map { [inner = inputs.inner] token in inner.startWith(token) }.switchLatest()
    },
  ]

  private static let combining = [
    ValueOperator("merge") { .merge($0.source, $0.inner) },
    ValueOperator("concat") { $0.source.concat($0.inner) },
    ValueOperator("concat nested") { inputs in
      inputs.source.concat(Observable.empty().concat(inputs.inner))
    },
    ValueOperator("combineLatest") { .combineLatest($0.source, $0.inner) { $1 } },
    ValueOperator("combineLatest of three") {
      .combineLatest([$0.source, $0.inner, $0.source]) { $0[0] }
    },
    ValueOperator("zip") { .zip($0.source, $0.inner) { $1 } },
    ValueOperator("zip of three") { .zip([$0.source, $0.inner, $0.source]) { $0[0] } },
    ValueOperator("withLatestFrom") { $0.source.withLatestFrom($0.inner) },
    ValueOperator("startWith") { $0.source.startWith($0.census.make()) },
    ValueOperator("amb") { $0.source.amb($0.inner) },
    ValueOperator("amb right") { $0.inner.amb($0.source) },
    ValueOperator("amb of three") { .amb([$0.inner, $0.source, $0.inner]) },
  ]

  private static let sharing = [
    ValueOperator("share") { $0.source.share() },
    ValueOperator("share(replay:)") { $0.source.share(replay: 2) },
    ValueOperator("share(replay:) forever", keepsElements: true) {
      $0.source.share(replay: 2, scope: .forever)
    },
    ValueOperator("publish") { $0.source.publish().refCount() },
    ValueOperator("replay") { $0.source.replay(2).refCount() },
    ValueOperator("replayAll") { $0.source.replayAll().refCount() },
    ValueOperator("multicast selector") { inputs in
      inputs.source.multicast({ PublishSubject<Token>() }, selector: { $0.map { $0 } })
    },
    ValueOperator("publish connected") { inputs in
      let source = inputs.source
      return .create { observer in
        let shared = source.publish()
        let subscription = shared.subscribe(observer)
        // Disconnects the sequence and connects it again.
        shared.connect().dispose()
        return Disposables.create(subscription, shared.subscribe(observer), shared.connect())
      }
    },
  ]

  private static let timed = [
    ValueOperator("observe(on:)") { $0.source.observe(on: $0.clock) },
    ValueOperator("subscribe(on:)") { $0.source.subscribe(on: $0.clock) },
    ValueOperator("delay") { $0.source.delay(.seconds(5), scheduler: $0.clock) },
    ValueOperator("delaySubscription") {
      $0.source.delaySubscription(.seconds(1), scheduler: $0.clock)
    },
    ValueOperator("debounce") { $0.source.debounce(.seconds(5), scheduler: $0.clock) },
    ValueOperator("throttle") { $0.source.throttle(.seconds(5), scheduler: $0.clock) },
    ValueOperator("throttle first") {
      $0.source.throttle(.seconds(5), latest: false, scheduler: $0.clock)
    },
    ValueOperator("timeout") { $0.source.timeout(.seconds(50), scheduler: $0.clock) },
    ValueOperator("timeout passed") { inputs in
      inputs.source.timeout(.seconds(5), other: inputs.inner, scheduler: inputs.clock)
    },
    ValueOperator("interval") { inputs in
      inputs.source.take(until: Observable<Int>.interval(.seconds(5), scheduler: inputs.clock))
    },
    ValueOperator("sequence") { inputs in
      .merge(inputs.source, .from([inputs.census.make()], scheduler: inputs.clock))
    },
    ValueOperator("generate") { inputs in
      let token = inputs.census.make()
      return .merge(
        inputs.source,
        Observable.generate(initialState: 0, condition: { $0 < 4 }, scheduler: inputs.clock) {
          $0 + 1
        }.map { _ in token })
    },
  ]

  private static let failing = [
    ValueOperator("catch") { inputs in inputs.source.catch { [inner = inputs.inner] _ in inner } },
    ValueOperator("catchAndReturn") { $0.source.catchAndReturn($0.census.make()) },
    ValueOperator("catch(sequence:)") { Observable.catch(sequence: [$0.source, $0.inner]) },
    ValueOperator("retry") { $0.source.retry(2) },
    ValueOperator("retry(when:)") { inputs in
      inputs.source.retry(when: { [inner = inputs.inner] errors in
        errors.flatMap { _ in inner.take(1) }.take(2)
      })
    },
    ValueOperator("map throws") { inputs in
      inputs.source.map { token in
        if token.number % 3 == 0 { throw CellError() }
        return token
      }
    },
    ValueOperator("flatMap throws") { inputs in
      inputs.source.flatMap { token -> Observable<Token> in
        if token.number % 3 == 0 { throw CellError() }
        return .just(token)
      }
    },
    ValueOperator("scan throws") { inputs in
      inputs.source.scan([Token]()) { tokens, token in
        if tokens.count == 1 { throw CellError() }
        return tokens + [token]
      }.compactMap(\.last)
    },
    ValueOperator("take(while:) throws") { inputs in
      inputs.source.take(while: { token in
        if token.number % 3 == 0 { throw CellError() }
        return true
      })
    },
    ValueOperator("skip(while:) throws") { inputs in
      inputs.source.skip(while: { token in
        if token.number % 3 == 0 { throw CellError() }
        return false
      })
    },
  ]

  /// A resource that retains a token until it is closed.
  private final class Resource: Disposable {
    private var token: Token?

    init(_ token: Token) { self.token = token }

    var isClosed: Bool { token == nil }

    func dispose() { token = nil }
  }
}
