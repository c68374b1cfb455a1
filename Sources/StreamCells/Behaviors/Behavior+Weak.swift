import Foundation
import Streams

extension Behavior {
  /// Objects that streams must not retain, or that bindings and relays must release.
  static let weak = [
    Behavior("weak references", "of subscriptions, binders and wrappers retain no object") {
      check in
      for (name, subscribe) in weakUses {
        let feed = PublishSubject<Int>()
        let subscription = subscribeWeakly(check, feed, subscribe)
        check.expect(check.census.living, is: 0, "objects that \(name) retains")
        feed.onNext(1)
        subscription.dispose()
        check.expect(!feed.hasObservers, "\(name) is still subscribed to its source")
      }
    },
    Behavior("bindings", "of every kind end with their subscription") { check in
      for (name, bind) in bindings {
        let feed = PublishSubject<Token>()
        let binding = bind(feed)
        check.expect(feed.hasObservers, "\(name) is not subscribed to its source")
        for _ in 0..<2 { feed.onNext(check.census.make()) }
        binding.dispose()
        check.expect(!feed.hasObservers, "\(name) is still subscribed to its source")
        check.expect(check.census.living, is: 0, "elements that \(name) retains")
      }
    },
    Behavior("relays", "release an observer that unsubscribes") { check in
      for (name, subscribe) in relays {
        let subscription = subscribe(Keeper(check.census.make()))
        check.expect(check.census.living, is: 1, "values of an observer of \(name)")
        subscription.dispose()
        check.expect(
          check.census.living, is: 0, "values of an observer that unsubscribed from \(name)")
      }
    },
  ]

  @inline(never)
  private static func subscribeWeakly(
    _ check: Check, _ feed: PublishSubject<Int>,
    _ subscribe: (PublishSubject<Int>, Gauge) -> any Disposable
  ) -> any Disposable {
    subscribe(feed, Gauge(check.census.make()))
  }

  private static var weakUses: [(String, (PublishSubject<Int>, Gauge) -> any Disposable)] {
    let infallible = { (feed: PublishSubject<Int>) in feed.asInfallible(onErrorJustReturn: 0) }
    return [
      ("a binder", { $0.bind(to: Binder($1) { _, _ in }) }),
      (
        "a binder on a scheduler",
        { $0.bind(to: Binder($1, scheduler: CurrentThreadScheduler.instance) { _, _ in }) }
      ),
      ("a bound property", { $0.bind(to: $1.rx.position) }),
      ("a bound property of an infallible", { infallible($0).bind(to: $1.rx.position) }),
      ("withUnretained", { $0.withUnretained($1).subscribe() }),
      ("withUnretained with a selector", { $0.withUnretained($1) { $1 }.subscribe() }),
      ("withUnretained of an infallible", { infallible($0).withUnretained($1).subscribe() }),
      (
        "withUnretained of an infallible with a selector",
        { infallible($0).withUnretained($1) { $1 }.subscribe() }
      ),
      ("subscribe(with:)", { $0.subscribe(with: $1, onNext: { _, _ in }) }),
      (
        "subscribe(with:) of an infallible",
        { infallible($0).subscribe(with: $1, onNext: { _, _ in }) }
      ),
      ("bind(with:)", { $0.bind(with: $1) { _, _ in } }),
      ("bind(with:) of an infallible", { infallible($0).bind(with: $1) { _, _ in } }),
      ("subscribe(with:) of a single", { $0.asSingle().subscribe(with: $1) }),
      ("subscribe(with:) of a maybe", { $0.asMaybe().subscribe(with: $1) }),
      (
        "subscribe(with:) of a completable",
        { $0.ignoreElements().asCompletable().subscribe(with: $1) }
      ),
    ]
  }

  private static var bindings: [(String, (PublishSubject<Token>) -> any Disposable)] {
    observerBindings + relayBindings
  }

  private static func infallible(_ feed: PublishSubject<Token>) -> Infallible<Token> {
    feed.asInfallible(onErrorFallbackTo: .never())
  }

  private static var observerBindings: [(String, (PublishSubject<Token>) -> any Disposable)] {
    [
      ("bind to observers", { $0.bind(to: PublishSubject<Token>(), PublishSubject<Token>()) }),
      ("bind to observers of optionals", { $0.bind(to: PublishSubject<Token?>()) }),
      ("bind to a function", { $0.bind(to: { $0.subscribe() }) }),
      (
        "bind to a function with an argument",
        { $0.bind(to: { source in { _ in source.subscribe() } }, curriedArgument: 1) }
      ),
      ("bind to a handler", { $0.bind(onNext: { _ in }) }),
      ("an infallible bound to observers", { infallible($0).bind(to: PublishSubject<Token>()) }),
      (
        "an infallible bound to observers of optionals",
        { infallible($0).bind(to: PublishSubject<Token?>()) }
      ),
      ("an infallible bound to a function", { infallible($0).bind(to: { $0.subscribe() }) }),
      (
        "an infallible bound to a function with an argument",
        { infallible($0).bind(to: { source in { _ in source.subscribe() } }, curriedArgument: 1) }
      ),
      ("an infallible bound to a handler", { infallible($0).bind(onNext: { _ in }) }),
      (
        "an observer of an infallible's events",
        { infallible($0).subscribe { (_: InfallibleEvent<Token>) in } }
      ),
      ("an observer of events", { infallible($0).subscribe { (_: Event<Token>) in } }),
      (
        "an infallible that recovers",
        { $0.asInfallible(onErrorRecover: { _ in .never() }).subscribe() }
      ),
      (
        "a created infallible",
        { feed in
          Infallible<Token>.create { observer in
            feed.subscribe(onNext: { observer(.next($0)) })
          }.subscribe()
        }
      ),
    ]
  }

  private static var relayBindings: [(String, (PublishSubject<Token>) -> any Disposable)] {
    [
      ("bind to a publish relay", { $0.bind(to: PublishRelay<Token>()) }),
      ("bind to a publish relay of optionals", { $0.bind(to: PublishRelay<Token?>()) }),
      (
        "bind to a behavior relay of optionals",
        { $0.bind(to: BehaviorRelay<Token?>(value: nil)) }
      ),
      (
        "bind to a behavior relay",
        { $0.map { [$0] }.bind(to: BehaviorRelay<[Token]>(value: [])) }
      ),
      ("bind to a replay relay", { $0.bind(to: ReplayRelay<Token>.create(bufferSize: 1)) }),
      (
        "bind to a replay relay of optionals",
        { $0.bind(to: ReplayRelay<Token?>.create(bufferSize: 1)) }
      ),
      (
        "an infallible bound to a publish relay", { infallible($0).bind(to: PublishRelay<Token>()) }
      ),
      (
        "an infallible bound to a publish relay of optionals",
        { infallible($0).bind(to: PublishRelay<Token?>()) }
      ),
      (
        "an infallible bound to a behavior relay of optionals",
        { infallible($0).bind(to: BehaviorRelay<Token?>(value: nil)) }
      ),
      (
        "an infallible bound to a behavior relay",
        { infallible($0).map { [$0] }.bind(to: BehaviorRelay<[Token]>(value: [])) }
      ),
      (
        "an infallible bound to a replay relay",
        { infallible($0).bind(to: ReplayRelay<Token>.createUnbound()) }
      ),
      (
        "an infallible bound to a replay relay of optionals",
        { infallible($0).bind(to: ReplayRelay<Token?>.create(bufferSize: 1)) }
      ),
    ]
  }

  /// Functions that subscribe an observer, which retains a value, to a relay that stays alive.
  private static var relays: [(String, (Keeper) -> any Disposable)] {
    let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 1))
    let replay = ReplayRelay<Int>.create(bufferSize: 1)
    return [
      ("a publish relay", { keeper in publish.subscribe { _ in keeper.dispose() } }),
      ("a behavior relay", { keeper in behavior.subscribe { _ in keeper.dispose() } }),
      ("a replay relay", { keeper in replay.subscribe { _ in keeper.dispose() } }),
      (
        "a publish relay as an infallible",
        { keeper in publish.asInfallible().subscribe(onNext: { _ in keeper.dispose() }) }
      ),
      (
        "a behavior relay as an infallible",
        { keeper in behavior.asInfallible().subscribe(onNext: { _ in keeper.dispose() }) }
      ),
      (
        "a replay relay as an infallible",
        { keeper in replay.asInfallible().subscribe(onNext: { _ in keeper.dispose() }) }
      ),
    ]
  }
}

/// An object with a property to bind to. It retains a value.
private final class Gauge: NSObject {
  var position = 0
  private let token: Token

  init(_ token: Token) { self.token = token }
}
