import Dispatch
import ResourceRegistry
import Streams
import TestSupport
import Testing

/// A way in which a subscription ends.
enum Ending: String, CaseIterable, Sendable {
  case completion, error, dispose, bagDrop, disposeInHandler
}

/// The situation in which the source sends.
enum Timing: String, CaseIterable, Sendable {
  case insideSubscribe, afterwards, onAnotherThread
}

/// Tests that no object survives, for any operator, ending and timing.
@Suite(.countsResources) struct OperatorEndingTests {
  @Test(arguments: OperatorCase.all, Ending.allCases)
  func everyEndingReleasesAllObjects(operatorCase: OperatorCase, ending: Ending) {
    for timing in Timing.allCases {
      let before = Resources.total
      let mark = Resources.mark()
      let wasSubscribed = run(operatorCase, ending, timing)
      #expect(wasSubscribed, "the check did not run")
      let survivors = Resources.probes(since: mark).map(\.typeName)
      #expect(survivors == [], "\(operatorCase.name), \(ending), \(timing)")
      #expect(Resources.total == before)
    }
  }

  /// The check must find an object that survives on purpose.
  @Test func aLeakedSubscriptionIsFound() {
    let mark = Resources.mark()
    let kept = PublishSubject<Int>()
    let leaking = OperatorCase("leaking") { source in
      source.do(onNext: { _ in _ = kept }).concat(Observable.never())
    }
    _ = run(leaking, .completion, .afterwards)
    let survivors = Resources.probes(since: mark)
    #expect(survivors.contains { $0.typeName == "SinkDisposer" })
    for survivor in survivors where survivor.typeName == "SinkDisposer" {
      (survivor.object as? any Disposable)?.dispose()
    }
  }

  /// Runs one subscription until its end, and releases all objects.
  private func run(_ operatorCase: OperatorCase, _ ending: Ending, _ timing: Timing) -> Bool {
    let wasSubscribed = Counter()
    let subject = PublishSubject<Int>()
    let scheduler = TestScheduler(initialClock: 0)
    let source = Observable<Int>.create { observer in
      wasSubscribed.increment()
      if timing == .insideSubscribe { send(to: observer, ending) }
      return subject.subscribe(observer)
    }
    let subscription = SerialDisposable()
    var bag: DisposeBag? = DisposeBag()
    subscription.disposable = operatorCase.apply(source, scheduler).subscribe(
      onNext: { _ in
        if ending == .disposeInHandler { subscription.dispose() }
      },
      onError: { _ in })
    if ending == .bagDrop { bag?.insert(subscription) }
    switch timing {
    case .insideSubscribe: break
    case .afterwards: send(to: AnyObserver(subject), ending)
    case .onAnotherThread:
      let queue = DispatchQueue(label: "another thread")
      queue.async { send(to: AnyObserver(subject), ending) }
      // This also waits until the closure and its captures have been released.
      queue.sync {}
    }
    if ending == .completion || ending == .error { scheduler.start() }
    let isPending = ending == .completion && operatorCase.outlivesCompletion
    if ending == .dispose || ending == .disposeInHandler || isPending { subscription.dispose() }
    bag = nil
    return wasSubscribed.value > 0
  }
}

private func send(to observer: AnyObserver<Int>, _ ending: Ending) {
  for element in [1, 2, 3] { observer.onNext(element) }
  switch ending {
  case .completion: observer.onCompleted()
  case .error: observer.onError(TestError())
  case .dispose, .bagDrop, .disposeInHandler: break
  }
}
