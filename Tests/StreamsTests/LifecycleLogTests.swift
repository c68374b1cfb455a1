import ResourceRegistry
import Streams
import TestSupport
import Testing

/// Tests of the order of deinitialization in the six programs for which the project guarantees this
/// order.
///
/// With `-Onone`, the order must be exact. Optimized code may release a value earlier. In that
/// case, the set of objects must be exact, and so must the part of the order that ownership
/// determines.
@Suite(.countsResources)
struct LifecycleLogTests {
  private static let completed = [
    "AnonymousObservableSink", "AnonymousDisposable", "AnonymousObserver", "BinaryDisposable",
    "SinkDisposer", "AnonymousObservable",
  ]

  @Test func completionReleasesObjectsInOrder() {
    let log = releases {
      let observable = oneElement { $0.onCompleted() }
      _ = subscribe(to: observable)
    }
    expect(log, Self.completed, ordered: ["BinaryDisposable", "SinkDisposer"])
  }

  @Test func failureReleasesObjectsInOrder() {
    let log = releases {
      let observable = oneElement { $0.onError(Failure()) }
      _ = subscribe(to: observable)
    }
    expect(log, Self.completed, ordered: ["BinaryDisposable", "SinkDisposer"])
  }

  @Test func aDiscardedSubscriptionThatNeverEndsLeaks() throws {
    let mark = Resources.mark()
    let log = releases {
      let observable = oneElement { _ in }
      _ = subscribe(to: observable)
    }
    expect(log, ["BinaryDisposable", "AnonymousObservable"], ordered: [])

    let survivors = Resources.probes(since: mark)
    #expect(
      survivors.map(\.typeName).sorted() == [
        "AnonymousDisposable", "AnonymousObservableSink", "AnonymousObserver", "SinkDisposer",
      ])
    // Breaks the cycle, so that the test leaves no leak behind.
    let disposer = try #require(survivors.first { $0.typeName == "SinkDisposer" }?.object)
    try #require(disposer as? any Disposable).dispose()
  }

  @Test func releasingTheBagReleasesObjectsInOrder() {
    let log = releases {
      let observable = oneElement { _ in }
      let bag = DisposeBag()
      subscribe(to: observable).disposed(by: bag)
    }
    expect(
      log,
      [
        "DisposeBag", "AnonymousDisposable", "AnonymousObservableSink", "AnonymousObserver",
        "SinkDisposer", "BinaryDisposable", "AnonymousObservable",
      ],
      ordered: ["DisposeBag", "AnonymousObservableSink", "AnonymousObserver", "BinaryDisposable"])
  }

  @Test func aKeptBagRetainsACompletedSubscription() {
    let bag = Owner<DisposeBag>(DisposeBag())
    let first = releases {
      let observable = oneElement { $0.onCompleted() }
      bag.insert(subscribe(to: observable))
    }
    expect(
      first,
      [
        "AnonymousObservableSink", "AnonymousDisposable", "AnonymousObserver",
        "AnonymousObservable",
      ], ordered: ["AnonymousObservableSink", "AnonymousObserver"])

    let second = releases { bag.drop() }
    expect(
      second, ["DisposeBag", "SinkDisposer", "BinaryDisposable"],
      ordered: ["DisposeBag", "SinkDisposer", "BinaryDisposable"])
  }

  @Test func explicitDisposeReleasesObjectsInOrder() {
    var atDispose: [String] = []
    let all = releases {
      let observable = oneElement { _ in }
      let subscription = subscribe(to: observable)
      atDispose = releases { subscription.dispose() }
      withExtendedLifetime(observable) {}
    }
    expect(
      atDispose,
      ["AnonymousDisposable", "AnonymousObservableSink", "AnonymousObserver", "SinkDisposer"],
      ordered: ["AnonymousObservableSink", "AnonymousObserver"])
    expect(
      Array(all.dropFirst(atDispose.count)), ["BinaryDisposable", "AnonymousObservable"],
      ordered: [])
  }

  private func oneElement(
    then end: @escaping (AnyObserver<Int>) -> Void
  ) -> Observable<Int> {
    Observable.create { observer in
      observer.onNext(1)
      end(observer)
      return Disposables.create {}
    }
  }

  private func subscribe(to observable: Observable<Int>) -> any Disposable {
    observable.subscribe(onNext: { _ in }, onError: { _ in }, onCompleted: {})
  }

  private func releases(_ program: () -> Void) -> [String] {
    Resources.recordingReleases(program).map(\.typeName)
  }

  /// Checks a log. In a debug build, it must be equal to the expected log. In a release build, it
  /// must contain the same objects, and the objects in `chain` must be in the order of `chain`.
  private func expect(
    _ log: [String], _ expected: [String], ordered chain: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #if DEBUG
      #expect(log == expected, sourceLocation: sourceLocation)
    #else
      #expect(log.sorted() == expected.sorted(), sourceLocation: sourceLocation)
      #expect(log.filter(chain.contains) == chain, sourceLocation: sourceLocation)
    #endif
  }
}

private struct Failure: Error {}

/// An object that retains another object until `drop()` is called.
private final class Owner<Object: AnyObject> {
  private var object: Object?

  init(_ object: consuming Object) { self.object = object }

  func drop() { object = nil }
}

extension Owner<DisposeBag> {
  func insert(_ disposable: any Disposable) { object?.insert(disposable) }
}
