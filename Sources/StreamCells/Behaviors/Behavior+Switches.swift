import Foundation
import Streams
import Synchronization

extension Behavior {
  /// Streams, resources and periodic actions that the library must end completely, for example when
  /// it switches to another stream.
  static let switches = [
    Behavior("timeout", "unsubscribes from its source when it switches") { check in
      let clock = TestScheduler(initialClock: 0)
      let feed = PublishSubject<Int>()
      let other = PublishSubject<Int>()
      let subscription = feed.timeout(.seconds(5), other: other, scheduler: clock).log(check)
      clock.advanceTo(4)
      check.expect(
        feed.hasObservers && !other.hasObservers, "timeout switched to the other sequence too early"
      )
      clock.advanceTo(6)
      check.expect(!feed.hasObservers, "the source is still subscribed to after the switch")
      check.expect(other.hasObservers, "the other source is not subscribed to after the switch")
      subscription.dispose()
      check.expect(
        !other.hasObservers, "the other source is still subscribed to after the disposal")
      check.expectLog("disposed")
    },
    Behavior("flatMapLatest", "sends no queued element of the previous stream") { check in
      let outer = PublishSubject<Int>()
      let box = ObserverBox()
      let first = Observable<Int>.create { observer in
        box.observer = observer
        return Disposables.create()
      }
      let subscription = outer.flatMapLatest { $0 == 0 ? first : .never() }
        .subscribe(onNext: { [weak check] number in
          check?.log.append("\(number)")
          guard number == 1 else { return }
          box.observer?.onNext(2)
          outer.onNext(1)
        })
      outer.onNext(0)
      box.observer?.onNext(1)
      check.expectLog("1")
      subscription.dispose()
      box.observer = nil
    },
    Behavior("flatMapLatest", "of each kind of stream unsubscribes from the previous one") {
      check in
      typealias Make = (PublishSubject<Int>, @escaping (Int) -> Infallible<Int>) -> Observable<Int>
      let makers: [(String, Make)] = [
        (
          "to infallibles",
          { outer, select in outer.flatMapLatest { select($0) }.asObservable() }
        ),
        (
          "of infallibles",
          { outer, select in
            outer.asInfallible(onErrorJustReturn: 0).flatMapLatest { select($0) }.asObservable()
          }
        ),
        (
          "to observables",
          { outer, select in outer.flatMapLatest { select($0).asObservable() } }
        ),
        (
          "by switchLatest",
          { outer, select in outer.map { select($0).asObservable() }.switchLatest() }
        ),
      ]
      for (name, make) in makers {
        let outer = PublishSubject<Int>()
        let feeds = [PublishSubject<Int>(), PublishSubject<Int>()]
        let subscription = make(outer) { feeds[$0].asInfallible(onErrorJustReturn: 0) }.log(check)
        outer.onNext(0)
        outer.onNext(1)
        check.expect(!feeds[0].hasObservers, "\(name): the previous stream is still subscribed to")
        feeds[0].onNext(7)
        feeds[1].onNext(8)
        check.expectLog("8")
        subscription.dispose()
        check.expect(!feeds[1].hasObservers, "\(name): the last stream is still subscribed to")
        check.expectLog("disposed")
      }
    },
    Behavior("retry(when:)", "passes on an error of another type") { check in
      let feed = PublishSubject<Int>()
      let subscription = feed.retry(when: { (errors: Observable<OtherError>) in errors }).log(check)
      feed.onError(CellError())
      check.expectLog("error disposed")
      subscription.dispose()
    },
    Behavior("createColdObservable", "records each subscription's end") { check in
      for events in [[], [Recorded.next(10, 1)], [.next(10, 1), .completed(20)]] {
        let clock = TestScheduler(initialClock: 0)
        let cold = clock.createColdObservable(events)
        cold.subscribe().dispose()
        check.expect(
          cold.subscriptions, is: [Subscription(0, 0)], "subscriptions, with \(events.count) events"
        )
      }
    },
    Behavior("ConcurrentMainScheduler", "ends its periodic steps") { check in
      let steps = StepCount()
      let ticks = ConcurrentMainScheduler.instance.schedulePeriodic(
        (), startAfter: .milliseconds(1), period: .milliseconds(1)
      ) { [held = check.census.make()] in
        withExtendedLifetime(held) { _ = steps.count.add(1, ordering: .relaxed) }
      }
      check.expectSoon("no periodic action ran") {
        runMainQueue()
        return steps.count.load(ordering: .relaxed) > 0
      }
      ticks.dispose()
      check.expectSoon("values of a periodic action are still retained") {
        runMainQueue()
        return check.census.living == 0
      }
      let count = steps.count.load(ordering: .relaxed)
      for _ in 0..<5 {
        runMainQueue()
        usleep(1_000)
      }
      check.expect(
        steps.count.load(ordering: .relaxed), is: count, "runs some time after the disposal")
    },
    Behavior("Single", "calls onDisposed with each overload of subscribe") { check in
      for fails in [false, true] {
        let single: Single<Int> = fails ? .error(CellError()) : .just(1)
        let disposed: () -> Void = { [weak check] in check?.log.append("disposed") }
        _ = single.subscribe(
          onSuccess: { _ in }, onFailure: { _ in }, onDisposed: disposed)
        check.expectLog("disposed")
        _ = (FormerOverload() as any SingleListener).subscribe(to: single, onDisposed: disposed)
        check.expectLog("disposed")
      }
    },
    Behavior("using", "disposes the resource of each trait") { check in
      let opened = check.probe
      let makers: [(String, (@escaping () -> DisposalProbe) -> any Disposable)] = [
        (
          "Observable",
          { make in
            Observable.using(make, observableFactory: { _ in Observable.just(1) }).subscribe()
          }
        ),
        (
          "Single",
          { make in
            Single.using(make, primitiveSequenceFactory: { _ in Single.just(1) }).subscribe()
          }
        ),
        (
          "Maybe",
          { make in
            Maybe.using(make, primitiveSequenceFactory: { _ in Maybe.just(1) }).subscribe()
          }
        ),
        (
          "Completable",
          { make in
            Completable.using(make, primitiveSequenceFactory: { _ in Completable.empty() })
              .subscribe()
          }
        ),
      ]
      for (name, subscribe) in makers {
        var probes: [DisposalProbe] = []
        subscribe {
          probes.append(opened())
          return probes[probes.count - 1]
        }.dispose()
        check.expect(probes.count, is: 1, "resources of \(name)")
        check.expect(probes.map(\.disposals), is: [1], "disposals of the resource of \(name)")
      }
    },
  ]

  /// Runs the blocks in the main queue, if this is the main thread. Otherwise, the main thread runs
  /// them.
  private static func runMainQueue() {
    if Thread.isMainThread { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005)) }
  }
}

private struct OtherError: Error {}

private final class ObserverBox {
  var observer: AnyObserver<Int>?
}

private final class StepCount: Sendable {
  let count = Atomic(0)
}

/// A protocol through which a deprecated method is called, so that the compiler does not warn.
private protocol SingleListener {
  func subscribe(to single: Single<Int>, onDisposed: @escaping () -> Void) -> any Disposable
}

private struct FormerOverload: SingleListener {
  @available(*, deprecated, message: "The parameter onError has a new name.")
  func subscribe(to single: Single<Int>, onDisposed: @escaping () -> Void) -> any Disposable {
    single.subscribe(onSuccess: { _ in }, onError: { _ in }, onDisposed: onDisposed)
  }
}
