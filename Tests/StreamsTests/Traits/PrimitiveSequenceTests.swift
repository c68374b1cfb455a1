import Streams
import TestSupport
import Testing

/// Tests of members that the traits declare themselves.
@Suite(.countsResources) struct PrimitiveSequenceTests {
  @Test func zipCombinesSinglesOfDifferentTypes() {
    let before = Resources.total
    do {
      let (one, text) = (Single.just(1), Single.just("a"))
      #expect(Single.zip(one, text).asObservable().events() == [#"next((1, "a"))"#, "completed"])
      #expect(
        Single.zip(one, text, one, one, one, one, one, one) { "\($0)\($1)\($2 + $7)" }
          .asObservable().events() == ["next(1a2)", "completed"])
      #expect(
        Single.zip(one, Single<Int>.error(TestError())) { $0 + $1 }.asObservable().events()
          == ["error(test)"])
    }
    #expect(Resources.total == before)
  }

  @Test func anErrorAfterTheElementIsNotSent() {
    var events: [String] = []
    let subscription = Single.just(1).do(afterSuccess: { _ in throw TestError() })
      .subscribe { events.append("\($0)") }
    subscription.dispose()
    #expect(events == ["success(1)"])
  }

  @Test func zipOfMaybesCompletesIfOneHasNoElement() {
    let before = Resources.total
    do {
      let one = Maybe.just(1)
      #expect(Maybe.zip(one, one, one).asObservable().events() == ["next((1, 1, 1))", "completed"])
      #expect(
        Maybe.zip(one, Maybe<Int>.empty()) { $0 + $1 }.asObservable().events() == ["completed"])
    }
    #expect(Resources.total == before)
  }

  @Test func eventsWithEqualElementsOrErrorsAreEqual() {
    #expect(MaybeEvent.success(1) == .success(1))
    #expect(MaybeEvent.success(1) != .completed)
    #expect(MaybeEvent<Int>.error(TestError()) == .error(TestError()))
    #expect(CompletableEvent.completed != .error(TestError()))
    #expect(CompletableEvent.error(TestError()) != .error(RxError.timeout))
    #expect(SingleEvent<Int>.failure(TestError()) == .failure(TestError()))
    #expect(!(SingleEvent.success(1) == .success(2)))
  }

  @Test func aCompletedSequenceIsReleasedWhileTheNextOneRuns() {
    let before = Resources.total
    do {
      let first = PublishSubject<Never>()
      var held: Counter? = Counter()
      weak let watched = held
      let subscription = first.asCompletable()
        .do(onCompleted: { [held] in held?.increment() })
        .andThen(Observable<Int>.never())
        .subscribe()
      held = nil
      #expect(watched?.value == 0)
      first.onCompleted()
      #expect(watched == nil)
      subscription.dispose()
    }
    #expect(Resources.total == before)
  }

  @Test(arguments: [false, true])
  func aSingleReturnsTheResultOfAnAsyncClosure(detached: Bool) async throws {
    let before = Resources.total
    #expect(try await Single.create(detached: detached) { 5 }.value == 5)
    await #expect(throws: TestError.self) {
      try await Single<Int>.create(detached: detached) { throw TestError() }.value
    }
    await wait { Resources.total == before }
    #expect(Resources.total == before)
  }

  @Test func disposingASingleCancelsItsTask() async {
    let before = Resources.total
    let (started, cancelled) = (Counter(), Counter())
    do {
      let subscription = Single<Int>.create {
        started.increment()
        try await withTaskCancellationHandler {
          try await Task.sleep(for: .seconds(60))
        } onCancel: {
          cancelled.increment()
        }
        return 1
      }.subscribe()
      while started.value == 0 { await Task.yield() }
      subscription.dispose()
    }
    #expect(cancelled.value == 1)
    // The task releases the observer only after its functions have returned.
    await wait { Resources.total == before }
    #expect(Resources.total == before)
  }
}
