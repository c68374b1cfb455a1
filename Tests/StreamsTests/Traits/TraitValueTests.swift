import Streams
import TestSupport
import Testing

/// Tests of the property `value` of the traits. A value that was sent must be returned, even if the
/// task was cancelled in the meantime.
@Suite(.countsResources) struct TraitValueTests {
  /// Runs a closure in a task that is cancelled before it starts.
  private func inCancelledTask<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await body()
    }
    task.cancel()
    return try await task.value
  }

  @Test func aCompletedSequenceReturnsItsValueInACancelledTask() async throws {
    try await inCancelledTask { try await Completable.empty().value }
    #expect(try await inCancelledTask { try await Maybe<Int>.empty().value } == nil)
    #expect(try await inCancelledTask { try await Maybe.just(1).value } == 1)
    #expect(try await inCancelledTask { try await Single.just(2).value } == 2)
  }

  @Test func aFailureTakesPrecedenceOverCancellation() async {
    await #expect(throws: TestError.self) {
      try await inCancelledTask { try await Completable.error(TestError()).value }
    }
    await #expect(throws: TestError.self) {
      try await inCancelledTask { try await Maybe<Int>.error(TestError()).value }
    }
  }

  /// The sequence completes. Before the task can resume, it is cancelled.
  @Test func completionTakesPrecedenceOverCancellation() async throws {
    let before = Resources.total
    for _ in 0..<200 {
      let source = PublishSubject<Int>()
      let task = Task { try await source.asMaybe().value }
      while !source.hasObservers { await Task.yield() }
      source.onNext(1)
      source.onCompleted()
      task.cancel()
      #expect(try await task.value == 1)
    }
    await wait { Resources.total == before }
    #expect(Resources.total == before)
  }

  @Test func cancellingThrowsAndEndsTheSubscription() async {
    let source = PublishSubject<Never>()
    let task = Task { try await source.asCompletable().value }
    while !source.hasObservers { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!source.hasObservers)
  }

  @Test func aSequenceThatNeverEndsThrowsInACancelledTask() async {
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try await Single<Int>.never().value }
    }
  }
}
