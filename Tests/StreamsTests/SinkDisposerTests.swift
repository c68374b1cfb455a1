import ResourceRegistry
import TestSupport
import Testing

@testable import Streams

@Suite(.countsResources) struct SinkDisposerTests {
  /// The sink and the subscription must be disposed once and released, whichever of `dispose()` and
  /// `setSinkAndSubscription` is called first.
  @Test(arguments: [true, false])
  func disposesOnceInEitherOrder(disposesFirst: Bool) {
    let before = Resources.total(of: AnonymousDisposable.self)
    let disposals = Counter()
    let disposer = SinkDisposer()
    if disposesFirst { disposer.dispose() }
    disposer.setSinkAndSubscription(
      sink: AnonymousDisposable { disposals.increment() },
      subscription: AnonymousDisposable { disposals.increment() })
    if !disposesFirst {
      #expect(disposals.value == 0)
      disposer.dispose()
    }
    disposer.dispose()
    #expect(disposals.value == 2)
    #expect(disposer.isDisposed)
    #expect(Resources.total(of: AnonymousDisposable.self) == before)
  }

  @Test func disposesSinkAndSubscriptionSetDuringDispose() {
    let before = Resources.total
    race(
      runs: 20_000, prepare: { (SinkDisposer(), Counter()) },
      { $0.0.dispose() },
      { disposer, disposals in
        disposer.setSinkAndSubscription(
          sink: AnonymousDisposable { disposals.increment() },
          subscription: AnonymousDisposable { disposals.increment() })
      },
      check: { disposer, disposals in
        if disposals.value != 2 { Issue.record("disposed \(disposals.value) of 2") }
      })
    #expect(Resources.total == before)
  }

  @Test func concurrentCompletionAndDisposeDisposeOnce() {
    let before = Resources.total
    race(
      runs: 20_000,
      prepare: { Run() },
      { $0.observer?.onCompleted() },
      { $0.subscription?.dispose() },
      check: { run in
        if run.ended.value > 1 { Issue.record("ended \(run.ended.value) times") }
        if run.disposed.value != 1 { Issue.record("disposed \(run.disposed.value) times") }
      })
    #expect(Resources.total == before)
  }

  /// A running subscription that two threads try to end.
  private final class Run: @unchecked Sendable {
    var observer: AnyObserver<Int>?
    var subscription: (any Disposable)?
    let ended = Counter()
    let disposed = Counter()

    init() {
      let observable = Observable<Int>.create { [unowned self] observer in
        self.observer = observer
        return Disposables.create()
      }
      subscription = observable.subscribe(
        onCompleted: { [ended] in ended.increment() },
        onDisposed: { [disposed] in disposed.increment() })
    }
  }
}
