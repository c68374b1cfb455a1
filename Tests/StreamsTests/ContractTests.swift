import ResourceRegistry
import Streams
import TestSupport
import Testing

/// Tests of the rules that every sequence must follow, whatever its producing closure does.
@Suite(.countsResources) struct ContractTests {
  /// Sources and operators that must follow the rules.
  static let operators: [(name: String, apply: @Sendable (Observable<Int>) -> Observable<Int>)] =
    [
      ("no operator", { $0 }),
      ("map", { $0.map { $0 } }),
      ("filter", { $0.filter { _ in true } }),
      ("map, filter, map", { $0.map { $0 }.filter { _ in true }.map { $0 } }),
    ]

  @Test(arguments: operators.indices)
  func noEventFollowsATerminalEvent(index: Int) {
    let mark = Resources.mark()
    let apply = Self.operators[index].apply
    let rude = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      observer.onNext(2)
      observer.onError(TestError())
      observer.onCompleted()
      return Disposables.create()
    }
    #expect(apply(rude).events() == ["next(1)", "completed"])
    let failing = Observable<Int>.create { observer in
      observer.on(.next(1))
      observer.on(.error(TestError()))
      observer.on(.completed)
      observer.on(.next(2))
      return Disposables.create()
    }
    #expect(apply(failing).events() == ["next(1)", "error(test)"])
    #expect(
      Resources.probes(since: mark).map(\.typeName).filter { $0 != "AnonymousObservable" } == [])
  }

  @Test(arguments: operators.indices)
  func noEventFollowsADisposal(index: Int) {
    let mark = Resources.mark()
    do {
      let recorder = Recorder()
      let disposals = Counter()
      let source = Source()
      let subscription = Self.operators[index].apply(source.observable(disposals))
        .subscribe { recorder.observe($0) }
      source.observer?.onNext(1)
      subscription.dispose()
      source.observer?.onNext(2)
      source.observer?.onError(TestError())
      subscription.dispose()
      #expect(recorder.events == ["next(1)"])
      #expect(disposals.value == 1)
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  enum Ending: CaseIterable { case completed, error, dispose }

  /// The handler of an element either sends a terminal event or disposes the subscription.
  @Test(arguments: operators.indices, Ending.allCases)
  func aHandlerMayEndItsSubscription(index: Int, ending: Ending) {
    let mark = Resources.mark()
    do {
      let recorder = Recorder()
      let disposals = Counter()
      let source = Source()
      let subscription = SerialDisposable()
      subscription.disposable = Self.operators[index].apply(source.observable(disposals))
        .subscribe(
          onNext: { element in
            recorder.note("\(element)")
            switch ending {
            case .completed: source.observer?.onCompleted()
            case .error: source.observer?.onError(TestError())
            case .dispose: subscription.dispose()
            }
            source.observer?.onNext(element + 1)
          },
          onError: { _ in recorder.note("error") },
          onCompleted: { recorder.note("completed") },
          onDisposed: { recorder.note("disposed") })
      source.observer?.onNext(1)
      switch ending {
      case .completed: #expect(recorder.events == ["1", "completed", "disposed"])
      case .error: #expect(recorder.events == ["1", "error", "disposed"])
      case .dispose: #expect(recorder.events == ["1", "disposed"])
      }
      #expect(disposals.value == 1)
      source.observer = nil
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  @Test func throwingTransformFailsTheSequence() {
    let mark = Resources.mark()
    let source = Observable.of(1, 2, 3)
    #expect(
      source.map { $0 == 2 ? try fail() : $0 }.events() == ["next(1)", "error(test)"])
    #expect(
      source.filter { try $0 == 2 ? fail() > 0 : true }.events() == ["next(1)", "error(test)"])
    #expect(
      source.filter { $0 % 2 == 1 }.map { $0 * 10 }.events() == [
        "next(10)", "next(30)", "completed",
      ])
    #expect(Resources.probes(since: mark).map(\.typeName) == ["SequenceProducer"])
    withExtendedLifetime(source) {}
  }

  @Test func onDisposedRunsOnceForEveryEnding() {
    for end in [
      { (o: AnyObserver<Int>) in o.onCompleted() }, { $0.onError(TestError()) }, { _ in },
    ] {
      let disposals = Counter()
      let observable = Observable<Int>.create { observer in
        end(observer)
        return Disposables.create()
      }
      let subscription = observable.subscribe(
        onError: { _ in }, onDisposed: { disposals.increment() })
      subscription.dispose()
      subscription.dispose()
      #expect(disposals.value == 1)
    }
  }

  @Test func subscribeWithDoesNotRetainItsObject() {
    final class Model: Sendable {
      let seen = Counter()
    }
    var model: Model? = Model()
    weak let watched = model
    let subject = PublishSubject<Int>()
    let subscription = subject.subscribe(
      with: Model(), onNext: { model, _ in model.seen.increment() })
    subscription.dispose()

    let kept = model.map { model in
      subject.subscribe(with: model, onNext: { model, _ in model.seen.increment() })
    }
    subject.onNext(1)
    #expect(model?.seen.value == 1)
    model = nil
    #expect(watched == nil)
    subject.onNext(2)
    kept?.dispose()
  }

  private func fail() throws -> Int { throw TestError() }
}

/// An object that stores the observer of a sequence made by `create`, so that a test can send to
/// it.
final class Source: @unchecked Sendable {
  var observer: AnyObserver<Int>?

  func observable(_ disposals: Counter) -> Observable<Int> {
    Observable.create { observer in
      self.observer = observer
      return Disposables.create {
        disposals.increment()
        self.observer = nil
      }
    }
  }
}
