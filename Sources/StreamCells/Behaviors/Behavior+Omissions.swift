import Dispatch
import Foundation
import RACDisposables
import Streams

extension Behavior {
  /// Endings and releases that must happen even if user code omits a handler or an option.
  static let omissions = [
    Behavior("subscribe", "without some handlers ends immediately") { check in
      let handler = Hooks.defaultErrorHandler
      defer { Hooks.defaultErrorHandler = handler }
      Hooks.defaultErrorHandler = { _, _ in }
      for ending in [Event<Int>.completed, .error(CellError())] {
        for handlers in 0..<8 {
          let feed = PublishSubject<Int>()
          let subscription = feed.subscribe(
            onNext: handlers & 1 == 0 ? nil : { _ in },
            onError: handlers & 2 == 0 ? nil : { _ in },
            onCompleted: handlers & 4 == 0 ? nil : {},
            onDisposed: { [weak check] in check?.log.append("disposed") })
          feed.on(ending)
          check.expectLog("disposed")
          subscription.dispose()
          check.expectLog("")
        }
      }
    },
    Behavior("Single", "cancels its task on disposal") { check in
      for detached in [false, true] {
        let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let subscription = work(check, detached: detached, started, ended)
        check.expect(started.wait(timeout: .now() + 2) == .success, "a task did not start")
        subscription.dispose()
        check.expect(
          ended.wait(timeout: .now() + 2) == .success,
          "a task was not cancelled, detached: \(detached)")
        check.expectSoon("values of a cancelled task") { check.census.living == 0 }
      }
    },
    Behavior("observations", "that ended leave no registration, whatever their options") { check in
      let options: [RACKeyValueObservingOptions] = [
        [], .new, .old, .initial, .prior, [.old, .prior], [.new, .old, .initial, .prior],
      ]
      for options in options {
        let target = Indexed()
        observe(target, options, check).dispose()
        check.expect(
          check.census.living, is: 0, "key paths retained with the options \(options.rawValue)")
        withExtendedLifetime(target) {}
      }
    },
    Behavior("values", "that one operator retains while quiet") { check in
      retained(1, "distinctUntilChanged", check) { $0.distinctUntilChanged() }
      retained(0, "filter", check) { $0.filter { _ in true } }
      retained(0, "compactMap", check) { $0.compactMap { $0 } }
      retained(0, "skip", check) { $0.skip(1) }
      retained(0, "skip(while:)", check) { $0.skip(while: { _ in false }) }
      retained(0, "take", check) { $0.take(100) }
      retained(0, "take(while:)", check) { $0.take(while: { _ in true }) }
      retained(0, "element(at:)", check) { $0.element(at: 1) }
      retained(0, "a filter that takes nothing", check) {
        .merge($0.filter { _ in false }, .never())
      }
      retained(0, "enumerated", check) { $0.enumerated().map(\.element) }
      retained(0, "materialize", check) { $0.materialize().dematerialize() }
      retained(0, "concat", check) { $0.concat(Observable.never()) }
      retained(0, "merge", check) { .merge($0, .never()) }
      retained(0, "amb", check) { $0.amb(Observable<Token>.never()) }
      retained(0, "catch", check) { $0.catch { _ in .never() } }
      retained(0, "retry", check) { $0.retry(3) }
      retained(0, "ifEmpty", check) { $0.ifEmpty(switchTo: .never()) }
      retained(0, "share", check) { $0.share() }
      retained(1, "share(replay: 1)", check) { $0.share(replay: 1) }
      retained(0, "flatMapFirst", check) { $0.flatMapFirst { Observable.just($0) } }
      retained(0, "groupBy", check) { $0.groupBy { _ in 0 }.flatMap { $0 } }
      retained(0, "reduce", check) {
        $0.reduce(0) { total, _ in total }.flatMap { _ in Observable<Token>.never() }
      }
      retained(6, "toArray", check) { $0.toArray().asObservable().compactMap(\.first) }
    },
  ]

  /// Starts work that waits until it is cancelled.
  @inline(never)
  private static func work(
    _ check: Check, detached: Bool, _ started: DispatchSemaphore, _ ended: DispatchSemaphore
  ) -> any Disposable {
    let held = check.census.make()
    return Single<Int>.create(detached: detached) {
      started.signal()
      do {
        try await Task.sleep(for: .seconds(30))
      } catch {
        withExtendedLifetime(held) { _ = ended.signal() }
      }
      return 1
    }.subscribe()
  }

  @inline(never)
  private static func observe(
    _ target: Indexed, _ options: RACKeyValueObservingOptions, _ check: Check
  ) -> RACDisposable {
    RACKVOTrampoline(
      target: target, observer: nil, keyPath: \Indexed[check.census.make()], options: options
    ) { _, _, _ in }
  }

  /// Checks how many of six values a subscription retains, and that it releases them when it is
  /// disposed.
  private static func retained(
    _ expected: Int, _ name: String, _ check: Check,
    _ make: (Observable<Token>) -> Observable<Token>
  ) {
    let source = PublishSubject<Token>()
    let subscription = make(source).subscribe(onNext: { _ in })
    for _ in 0..<6 { source.onNext(check.census.make()) }
    check.expect(check.census.living, is: expected, "values that \(name) retains")
    subscription.dispose()
    check.expect(check.census.living, is: 0, "values that \(name) retains after disposal")
  }
}

/// An object whose key paths retain a value.
private final class Indexed: RACObservableObject, @unchecked Sendable {
  subscript(token: Token) -> Int { token.number }
}
