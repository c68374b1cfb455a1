import ResourceRegistry
import Streams
import TestSupport
import Testing

@Suite(.countsResources) struct CreationTests {
  @Test(arguments: [
    ("just", Observable.just(1), ["next(1)", "completed"]),
    ("empty", .empty(), ["completed"]),
    ("never", .never(), []),
    ("error", .error(TestError()), ["error(test)"]),
    ("of", .of(1, 2, 3), ["next(1)", "next(2)", "next(3)", "completed"]),
    ("of nothing", .of(), ["completed"]),
    ("from array", .from([1, 2]), ["next(1)", "next(2)", "completed"]),
    ("from sequence", .from(1...2), ["next(1)", "next(2)", "completed"]),
    ("from optional", .from(optional: 7), ["next(7)", "completed"]),
    ("from nil", .from(optional: nil), ["completed"]),
    (
      "just on a scheduler", .just(1, scheduler: CurrentThreadScheduler.instance),
      ["next(1)", "completed"]
    ),
    (
      "from nil on a scheduler",
      .from(optional: nil, scheduler: CurrentThreadScheduler.instance), ["completed"]
    ),
  ])
  func deliversItsEventsAndReleasesAllObjects(
    name: String, observable: Observable<Int>, expected: [String]
  ) {
    let mark = Resources.mark()
    #expect(observable.events() == expected)
    #expect(observable.events() == expected, "A second subscription starts anew.")
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  @Test func createRunsItsClosureForEachSubscription() {
    let subscriptions = Counter()
    let observable = Observable<Int>.create { observer in
      observer.onNext(subscriptions.increment())
      observer.onCompleted()
      return Disposables.create()
    }
    #expect(subscriptions.value == 0)
    #expect(observable.events() == ["next(0)", "completed"])
    #expect(observable.events() == ["next(1)", "completed"])
  }

  @Test func longSequencesDoNotGrowTheStack() {
    var count = 0
    _ = Observable.from(0..<1_000_000).subscribe(onNext: { _ in count += 1 })
    #expect(count == 1_000_000)
  }

  /// Each element is scheduled separately. Therefore two sequences on one thread must alternate.
  @Test func sequencesOnOneThreadAlternate() {
    let recorder = Recorder()
    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
      Disposables.create(
        Observable.of(1, 2).subscribe { recorder.note("a \($0)") },
        Observable.of(1, 2).subscribe { recorder.note("b \($0)") })
    }
    #expect(
      recorder.events == [
        "a next(1)", "b next(1)", "a next(2)", "b next(2)", "a completed", "b completed",
      ])
  }

  @Test func sequenceStopsWhenDisposedFromItsHandler() {
    let mark = Resources.mark()
    do {
      let recorder = Recorder()
      let subscription = SerialDisposable()
      subscription.disposable = CurrentThreadScheduler.instance.schedule(()) { _ in
        subscription.disposable = Observable.of(1, 2, 3).subscribe { event in
          recorder.observe(event)
          if event.element == 2 { subscription.dispose() }
        }
        return Disposables.create()
      }
      #expect(recorder.events == ["next(1)"] || recorder.events == ["next(1)", "next(2)"])
      subscription.dispose()
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }
}
