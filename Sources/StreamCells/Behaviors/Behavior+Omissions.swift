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
      for fails in [false, true] {
        for handlers in 0..<8 {
          let subscription = endedSubscription(handlers, fails: fails, check)
          check.expectLog("disposed")
          subscription.dispose()
          check.expectLog("")
          check.expect(check.census.living, is: 0, "errors that are still alive")
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
  ]

  /// Subscribes with some of three handlers, and sends a terminal event.
  ///
  /// - Parameter handlers: A set of bits, one for each handler.
  @inline(never)
  private static func endedSubscription(
    _ handlers: Int, fails: Bool, _ check: Check
  ) -> any Disposable {
    let feed = PublishSubject<Int>()
    let subscription = feed.subscribe(
      onNext: handlers & 1 == 0 ? nil : { _ in },
      onError: handlers & 2 == 0 ? nil : { _ in },
      onCompleted: handlers & 4 == 0 ? nil : {},
      onDisposed: { [weak check] in check?.log.append("disposed") })
    feed.on(fails ? .error(CellError(held: check.census.make())) : .completed)
    return subscription
  }

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
}

/// An object whose key paths retain a value.
private final class Indexed: RACObservableObject, @unchecked Sendable {
  subscript(token: Token) -> Int { token.number }
}
