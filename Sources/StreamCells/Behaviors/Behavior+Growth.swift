import Dispatch
import Foundation
import Streams

extension Behavior {
  /// Memory that a stream must release when one of its parts ends, and memory whose size must stay
  /// bounded while the stream continues.
  static let growth = [
    Behavior("amb", "releases the others") { check in
      let feeds = (0..<5).map { _ in PublishSubject<Int>() }
      let subscription = Observable.amb(feeds.map { $0.asObservable() }).subscribe(onNext: { _ in })
      let many = Resources.total
      feeds[1].onNext(1)
      check.expect(
        many - Resources.total >= 8,
        "amb released only \(many - Resources.total) objects of the other sequences"
      )
      subscription.dispose()
    },
    Behavior("inner streams", "release their observers") { check in
      let feed = PublishSubject<Int>()
      let makers: [(Observable<Int>) -> Observable<Int>] = [
        { .merge($0, feed) }, { .combineLatest($0, feed) { $0 + $1 } },
        { .zip($0, feed) { $0 + $1 } }, { inner in feed.flatMap { _ in inner } },
        { inner in feed.flatMapLatest { _ in inner } }, { $0.concat(feed) },
        { inner in feed.withLatestFrom(inner) }, { inner in feed.skip(until: inner) },
        { $0.sample(feed) },
      ]
      for (number, make) in makers.enumerated() {
        for endsLater in [false, true] {
          let source = HoldingSource(check, endsLater: endsLater)
          let subscription = make(source.observable).subscribe(onNext: { _ in })
          feed.onNext(1)
          if endsLater { source.complete() }
          check.expect(
            check.census.living, is: 0, "values of an ended source that stream \(number) retains")
          subscription.dispose()
          source.complete()
        }
      }
      let late = Observable<Int>.create { observer in
        observer.onCompleted()
        return HoldingDisposable(check.census.make())
      }.subscribe(onNext: { _ in })
      check.expect(check.census.living, is: 0, "values of a source that ended immediately")
      late.dispose()
    },
    Behavior("groupBy", "releases observers that unsubscribed from a group") { check in
      let feed = PublishSubject<Int>()
      var groups: [Observable<Int>] = []
      let subscription = feed.groupBy { $0 }.subscribe(onNext: { groups.append($0.asObservable()) })
      feed.onNext(1)
      leave(groups[0], check)
      check.expect(check.census.living, is: 0, "values of an observer that unsubscribed")
      feed.onNext(1)
      subscription.dispose()
    },
    Behavior("traits", "retain the object of a live stream weakly") { check in
      let feed = PublishSubject<Int>()
      weakly(check) { object in
        feed.asMaybe().subscribe(with: object, onSuccess: { _, _ in })
      }
      weakly(check) { object in
        feed.asMaybe().subscribe(with: object, onError: { _, _ in })
      }
      weakly(check) { object in
        feed.asMaybe().subscribe(with: object, onCompleted: { _ in }, onDisposed: { _ in })
      }
      weakly(check) { object in
        feed.asSingle().subscribe(
          with: object, onSuccess: { _, _ in }, onFailure: { _, _ in }, onDisposed: { _ in })
      }
      weakly(check) { object in
        feed.ignoreElements().asCompletable().subscribe(
          with: object, onCompleted: { _ in }, onError: { _, _ in }, onDisposed: { _ in })
      }
      weakly(check) { object in
        feed.subscribe(
          with: object, onNext: { _, _ in }, onError: { _, _ in }, onCompleted: { _ in },
          onDisposed: { _ in })
      }
      weakly(check) { object in
        feed.asInfallible(onErrorJustReturn: 0).subscribe(
          with: object, onNext: { _, _ in }, onCompleted: { _ in }, onDisposed: { _ in })
      }
    },
    Behavior("queues", "that are blocked") { check in
      let queue = DispatchQueue(label: "cell")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell")
      let gate = DispatchSemaphore(value: 0)
      queue.async { gate.wait() }
      let feed = PublishSubject<Token>()
      let makers: [() -> any Disposable] = [
        { observe(feed, on: scheduler, check) }, { subscribe(on: scheduler, check) },
        { tick(scheduler, check) }, { later(scheduler, check) },
      ]
      for (number, make) in makers.enumerated() {
        let subscription = make()
        feed.onNext(check.census.make())
        subscription.dispose()
        check.expect(
          check.census.living, is: 0, "values of subscription \(number) after its disposal")
      }
      gate.signal()
      queue.sync {}
    },
    Behavior("observe(on:)", "disposed in its handler") { check in
      let (feed, clock) = (PublishSubject<Token>(), TestScheduler(initialClock: 0))
      let serial = SerialDisposable()
      var living = -1
      serial.disposable = feed.observe(on: clock).subscribe(onNext: { [unowned serial] _ in
        serial.dispose()
        living = check.census.living
      })
      for _ in 0..<5 { feed.onNext(check.census.make()) }
      clock.advanceTo(20)
      check.expect(
        living <= 1,
        "\(living) values are still alive in the handler that disposed the subscription")
    },
    Behavior("observe(on:)", "keeps the order on a concurrent queue") { check in
      let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
      let done = DispatchSemaphore(value: 0)
      var received: [Int] = []
      let subscription = Observable.from(0..<300).observe(on: scheduler).subscribe(
        onNext: { received.append($0) }, onCompleted: { done.signal() })
      check.expect(done.wait(timeout: .now() + 2) == .success, "no terminal event arrived")
      check.expect(
        received == Array(0..<300), "the elements did not arrive in the order of the source")
      subscription.dispose()
    },
    Behavior("ObserverBag", "with many gaps") { check in
      let subject = PublishSubject<Int>()
      var subscriptions = (0..<60).map { _ in subject.subscribe(onNext: { _ in }) }
      for _ in 0..<55 { subscriptions.removeFirst().dispose() }
      let before = Resources.total
      for _ in 0..<300 { subject.subscribe(onNext: { _ in }).dispose() }
      check.expect(
        Resources.total - before < 60, "gaps of observers that unsubscribed are still retained")
      for subscription in subscriptions { subscription.dispose() }
    },
    Behavior("delay", "bounded") { check in
      let (feed, clock) = (PublishSubject<Int>(), TestScheduler(initialClock: 0))
      let subscription = feed.delay(.seconds(2), scheduler: clock).subscribe(onNext: { _ in })
      feed.onNext(0)
      clock.advanceTo(10)
      let before = Resources.total
      for number in 1...200 {
        feed.onNext(number)
        clock.advanceTo(clock.clock + (number % 2 == 0 ? 1 : 5))
      }
      check.expect(Resources.total - before < 12, "actions that have run are still retained")
      subscription.dispose()
    },
    Behavior("trampoline", "releases its steps as they run") { check in
      var totals: [Int] = []
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        for _ in 0..<100 {
          _ = CurrentThreadScheduler.instance.schedule(()) { _ in
            totals.append(Int(Resources.total))
            return Disposables.create()
          }
        }
        return Disposables.create()
      }
      check.expect(totals[5] - totals[45] >= 40, "actions that have run are still retained")
    },
  ]

  @inline(never)
  private static func leave(_ group: Observable<Int>, _ check: Check) {
    let held = check.census.make()
    group.subscribe(onNext: { _ in withExtendedLifetime(held) {} }).dispose()
  }

  private static func weakly(_ check: Check, _ subscribe: (Token) -> any Disposable) {
    let subscription = weakSubscription(check, subscribe)
    check.expect(check.census.living, is: 0, "objects that the subscription retains")
    subscription.dispose()
  }

  @inline(never)
  private static func weakSubscription(
    _ check: Check, _ subscribe: (Token) -> any Disposable
  ) -> any Disposable {
    subscribe(check.census.make())
  }

  @inline(never)
  private static func observe(
    _ feed: PublishSubject<Token>, on scheduler: SerialDispatchQueueScheduler, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    return feed.observe(on: scheduler).map { [held] token in withExtendedLifetime(held) { token } }
      .subscribe(onNext: { _ in })
  }

  @inline(never)
  private static func subscribe(
    on scheduler: SerialDispatchQueueScheduler, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    return Observable<Int>.create { [held] _ in
      withExtendedLifetime(held) { Disposables.create() }
    }.subscribe(on: scheduler).subscribe(onNext: { _ in })
  }

  @inline(never)
  private static func tick(
    _ scheduler: SerialDispatchQueueScheduler, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    return scheduler.schedulePeriodic(
      (), startAfter: .milliseconds(1), period: .milliseconds(1)
    ) { [held] _ in withExtendedLifetime(held) {} }
  }

  @inline(never)
  private static func later(
    _ scheduler: SerialDispatchQueueScheduler, _ check: Check
  ) -> any Disposable {
    let held = check.census.make()
    return scheduler.schedule(()) { [held] _ in
      withExtendedLifetime(held) { Disposables.create() }
    }
  }
}

/// A disposable that retains a value until the disposable is deallocated.
private final class HoldingDisposable: Disposable {
  private let token: Token

  init(_ token: Token) { self.token = token }

  func dispose() {}
}

/// A source that completes immediately or later. Each subscription to it retains a value.
private final class HoldingSource {
  private let check: Check
  private let endsLater: Bool
  private var observers: [AnyObserver<Int>] = []

  init(_ check: Check, endsLater: Bool) {
    self.check = check
    self.endsLater = endsLater
  }

  var observable: Observable<Int> {
    Observable.create { [self] observer in
      observer.onNext(1)
      if endsLater { observers.append(observer) } else { observer.onCompleted() }
      return HoldingDisposable(check.census.make())
    }
  }

  func complete() {
    let ended = observers
    observers = []
    for observer in ended { observer.onCompleted() }
  }
}
