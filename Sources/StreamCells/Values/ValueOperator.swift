import Foundation
import Streams

/// An operator on a stream of tokens.
struct ValueOperator: Sendable {
  /// The streams and objects to build an operator from.
  struct OperatorInputs {
    let feed: TokenFeed
    let innerFeed: TokenFeed
    let clock: any SchedulerType
    let census: TokenCensus

    /// A stream of the events that the matrix cell sends. Each access returns a new sequence, which
    /// retains a token of its own.
    var source: Observable<Token> { feed.observable }
    /// A second stream, whose events the matrix cell sends as well.
    var inner: Observable<Token> { innerFeed.observable }
  }

  var name: String
  /// A Boolean value indicating whether the operator retains elements for later subscribers.
  var keepsElements = false
  /// The values and subscriptions that a live subscription retains between two rounds of events.
  var retained: Retention
  /// A Boolean value indicating whether the operator prints to standard output.
  var prints = false
  var apply: @Sendable (OperatorInputs) -> Observable<Token>

  init(
    _ name: String, keepsElements: Bool = false, prints: Bool = false, retained: Retention = 0,
    _ apply: @escaping @Sendable (OperatorInputs) -> Observable<Token>
  ) {
    self.name = name
    self.keepsElements = keepsElements
    self.prints = prints
    self.retained = retained
    self.apply = apply
  }

  static let all = basic + sequences + overloads

  /// The operators without the overloads and wrappers, which use the same sinks, and without long
  /// sequences.
  static let basic =
    elementwise + limiting + flattening + combining + sharing + timed + failing

  private static let elementwise = [
    ValueOperator("direct") { $0.source },
    ValueOperator("map") { $0.source.map { $0 } },
    ValueOperator("compactMap") { $0.source.compactMap { $0 } },
    ValueOperator("filter") { $0.source.filter { _ in true } },
    ValueOperator("scan", retained: .eachElement) { inputs in
      inputs.source.scan(into: [Token]()) { $0.append($1) }.compactMap(\.last)
    },
    ValueOperator("reduce", retained: .eachElement) { inputs in
      inputs.source.reduce([Token]()) { $0 + [$1] }.compactMap(\.last)
    },
    ValueOperator("toArray", retained: .eachElement) {
      $0.source.toArray().asObservable().compactMap(\.last)
    },
    ValueOperator("decode") { inputs in
      inputs.source.map { token in Data("\(token.number)".utf8) }
        .decode(type: Int.self, decoder: JSONDecoder()).map { _ in inputs.census.make() }
    },
    ValueOperator("materialize") { $0.source.materialize().dematerialize() },
    ValueOperator("enumerated") { $0.source.enumerated().map(\.element) },
    ValueOperator("distinctUntilChanged", retained: 1) { $0.source.distinctUntilChanged() },
    ValueOperator("distinctUntilChanged key", retained: 1) { inputs in
      inputs.source.distinctUntilChanged { [$0] }
    },
    ValueOperator("do") { inputs in
      let held = inputs.census.make()
      return inputs.source.do(
        onNext: { _ in withExtendedLifetime(held) {} }, afterNext: { _ in }, onError: { _ in },
        afterError: { _ in }, onCompleted: {}, afterCompleted: {}, onSubscribe: {},
        onSubscribed: {}, onDispose: {})
    },
    ValueOperator("groupBy", retained: .eachElement) { $0.source.groupBy { $0 }.flatMap { $0 } },
    ValueOperator("groupBy one") { $0.source.groupBy { _ in 1 }.flatMap { $0 } },
    ValueOperator("window") { inputs in
      inputs.source.window(timeSpan: .seconds(5), count: 2, scheduler: inputs.clock).flatMap { $0 }
    },
    ValueOperator("buffer") { inputs in
      inputs.source.buffer(timeSpan: .seconds(5), count: 3, scheduler: inputs.clock)
        .compactMap(\.last)
    },
    ValueOperator("deferred") { inputs in .deferred { inputs.source } },
    ValueOperator("using", retained: 1) { inputs in
      Observable.using(
        { Resource(inputs.census.make()) },
        observableFactory: { resource in
          inputs.source.do(onNext: { _ in if resource.isClosed { fatalError("used after its end") }
          })
        })
    },
    ValueOperator("infallible") { inputs in
      inputs.source.asInfallible(onErrorFallbackTo: .empty()).map { $0 }.asObservable()
    },
    ValueOperator("infallible that recovers") { inputs in
      inputs.source.asInfallible(onErrorRecover: { _ in
        inputs.inner.asInfallible(onErrorFallbackTo: .empty())
      }).asObservable()
    },
    ValueOperator("debug", prints: true) { $0.source.debug("cell") },
    ValueOperator("withUnretained") { inputs in
      inputs.source.withUnretained(inputs.census) { $1 }
    },
    ValueOperator("ignoreElements") { $0.source.ignoreElements().map(unreachable) },
  ]

  private static let limiting = [
    ValueOperator("take") { $0.source.take(9) },
    ValueOperator("take many") { $0.source.take(1_000_000) },
    ValueOperator("take one") { $0.source.take(1) },
    ValueOperator("takeLast", retained: 1) { $0.source.takeLast(1) },
    ValueOperator("take(while:)") { $0.source.take(while: { _ in true }) },
    ValueOperator("take(while:) inclusive") { inputs in
      inputs.source.take(while: { _ in false }, behavior: .inclusive)
    },
    ValueOperator("take(until:) condition") { $0.source.take(until: { _ in false }) },
    ValueOperator("take(until:)") { $0.source.take(until: $0.inner) },
    ValueOperator("take(until:) that never ends") { inputs in
      inputs.source.take(until: inputs.inner.filter { _ in false })
    },
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
    ValueOperator("flatMap", retained: .eachSubscription) { inputs in
      inputs.source.flatMap { _ in inputs.inner }
    },
    ValueOperator("flatMap just") { $0.source.flatMap { Observable.just($0) } },
    ValueOperator("flatMapFirst") { inputs in
      inputs.source.flatMapFirst { _ in inputs.inner }
    },
    ValueOperator("flatMapLatest") { inputs in
      inputs.source.flatMapLatest { _ in inputs.inner }
    },
    ValueOperator("flatMapLatest just") { $0.source.flatMapLatest { Observable.just($0) } },
    ValueOperator("concatMap", retained: .eachWaitingStream) { inputs in
      inputs.source.concatMap { token in inputs.inner.map { _ in token } }
    },
    ValueOperator("merge(maxConcurrent:)", retained: .eachWaitingStream) { inputs in
      inputs.source.map { token in inputs.inner.map { _ in token } }
        .merge(maxConcurrent: 2)
    },
    ValueOperator("switchLatest") { inputs in
      inputs.source.map { token in inputs.inner.startWith(token) }.switchLatest()
    },
  ]

  private static let combining = [
    ValueOperator("merge") { .merge($0.source, $0.inner) },
    ValueOperator("concat") { $0.source.concat($0.inner) },
    ValueOperator("concat nested") { inputs in
      inputs.source.concat(Observable.empty().concat(inputs.inner))
    },
    ValueOperator("combineLatest", retained: 2) { .combineLatest($0.source, $0.inner) { $1 } },
    ValueOperator("combineLatest of three", retained: 2) {
      .combineLatest([$0.source, $0.inner, $0.source]) { $0[0] }
    },
    ValueOperator("zip") { .zip($0.source, $0.inner) { $1 } },
    ValueOperator("zip of three") { .zip([$0.source, $0.inner, $0.source]) { $0[0] } },
    ValueOperator("withLatestFrom", retained: 1) { $0.source.withLatestFrom($0.inner) },
    ValueOperator("startWith") { $0.source.startWith($0.census.make()) },
    ValueOperator("amb") { $0.source.amb($0.inner) },
    ValueOperator("amb right") { $0.inner.amb($0.source) },
    ValueOperator("amb of three") { .amb([$0.inner, $0.source, $0.inner]) },
  ]

  private static let sharing = [
    ValueOperator("share") { $0.source.share() },
    ValueOperator("share(replay:)", retained: 2) { $0.source.share(replay: 2) },
    ValueOperator("share(replay:) forever", keepsElements: true, retained: 2) {
      $0.source.share(replay: 2, scope: .forever)
    },
    ValueOperator("publish") { $0.source.publish().refCount() },
    ValueOperator("replay", retained: 2) { $0.source.replay(2).refCount() },
    ValueOperator("replayAll", retained: .eachElement) { $0.source.replayAll().refCount() },
    ValueOperator("multicast selector") { inputs in
      inputs.source.multicast({ PublishSubject<Token>() }, selector: { $0.map { $0 } })
    },
    ValueOperator("multicast selector of one") { inputs in
      inputs.source.multicast({ PublishSubject<Token>() }, selector: { $0.take(1) })
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
    ValueOperator("interval of elements") { inputs in
      .merge(
        inputs.source,
        Observable<Int>.interval(.seconds(2), scheduler: inputs.clock).map { _ in
          inputs.census.make()
        })
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

  private static let sequences = [
    ValueOperator("range") { inputs in
      .merge(
        inputs.source,
        Observable.range(start: 0, count: 300, scheduler: inputs.clock).map { _ in
          inputs.census.make()
        })
    },
    // On a scheduler that runs actions immediately, `subscribe` would never return.
    ValueOperator("repeatElement") { inputs in
      .merge(
        inputs.source,
        .repeatElement(inputs.census.make(), scheduler: CurrentThreadScheduler.instance).take(300))
    },
    ValueOperator("sequence of new elements") { inputs in
      .merge(
        inputs.source,
        .from((0..<300).lazy.map { _ in inputs.census.make() }, scheduler: inputs.clock))
    },
  ]

  private static let failing = [
    ValueOperator("catch") { inputs in inputs.source.catch { _ in inputs.inner } },
    ValueOperator("catchAndReturn") { $0.source.catchAndReturn($0.census.make()) },
    ValueOperator("catch(sequence:)") { Observable.catch(sequence: [$0.source, $0.inner]) },
    ValueOperator("retry") { $0.source.retry(2) },
    ValueOperator("retry forever") { $0.source.retry() },
    ValueOperator("retry of new sequences") { inputs in
      Observable.deferred { inputs.source }.retry()
    },
    // The two values are the latest element of the second stream and that stream's own token.
    ValueOperator("retry(when:) of all errors", retained: 2) { inputs in
      inputs.source.retry(when: { errors in errors.withLatestFrom(inputs.inner) { $1 } })
    },
    ValueOperator("retry(when:) after a time") { inputs in
      inputs.source.retry(when: { errors in
        errors.flatMap { _ in Observable<Int>.timer(.seconds(2), scheduler: inputs.clock) }
      })
    },
    ValueOperator("retry(when:)") { inputs in
      inputs.source.retry(when: { errors in
        errors.flatMap { _ in inputs.inner.take(1) }.take(2)
      })
    },
    ValueOperator("map throws") { inputs in
      inputs.source.map { token in
        if token.number % 3 == 0 { throw CellError(held: inputs.census.make()) }
        return token
      }
    },
    ValueOperator("flatMap throws") { inputs in
      inputs.source.flatMap { token -> Observable<Token> in
        if token.number % 3 == 0 { throw CellError(held: inputs.census.make()) }
        return .just(token)
      }
    },
    ValueOperator("scan throws", retained: 1) { inputs in
      inputs.source.scan([Token]()) { tokens, token in
        if tokens.count == 1 { throw CellError(held: inputs.census.make()) }
        return tokens + [token]
      }.compactMap(\.last)
    },
    ValueOperator("take(while:) throws") { inputs in
      inputs.source.take(while: { token in
        if token.number % 3 == 0 { throw CellError(held: inputs.census.make()) }
        return true
      })
    },
    ValueOperator("skip(while:) throws") { inputs in
      inputs.source.skip(while: { token in
        if token.number % 3 == 0 { throw CellError(held: inputs.census.make()) }
        return false
      })
    },
  ]

  /// A resource that retains a token until the resource is deallocated.
  private final class Resource: Disposable {
    private let token: Token
    private(set) var isClosed = false

    init(_ token: Token) { self.token = token }

    func dispose() { isClosed = true }
  }
}
