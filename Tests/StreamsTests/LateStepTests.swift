import Foundation
import Streams
import TestSupport
import Testing

/// Tests of scheduler steps that run after the subscription was disposed. They must not subscribe
/// to anything.
@Suite(.countsResources) struct LateStepTests {
  @Test(arguments: [true, false]) func timeoutDoesNotSubscribeAfterDisposal(disposes: Bool) {
    expectSubscriptions(disposes ? 0 : 1, disposes: disposes) { other, scheduler in
      Observable<Int>.never().timeout(.seconds(1), other: other, scheduler: scheduler)
    }
  }

  @Test(arguments: [true, false])
  func delaySubscriptionDoesNotSubscribeAfterDisposal(disposes: Bool) {
    expectSubscriptions(disposes ? 0 : 1, disposes: disposes) { source, scheduler in
      source.delaySubscription(.seconds(1), scheduler: scheduler)
    }
  }

  /// The scheduler does not dispose what its actions return, so the sequence must do so.
  @Test func delaySubscriptionDisposesItsSource() {
    let (scheduler, source) = (LateScheduler(disposesResults: false), PublishSubject<Int>())
    let subscription = source.delaySubscription(.seconds(1), scheduler: scheduler).subscribe()
    scheduler.run()
    #expect(source.hasObservers)
    subscription.dispose()
    #expect(!source.hasObservers)
  }

  @Test(arguments: [true, false])
  func subscribeOnDoesNotSubscribeAfterDisposal(disposes: Bool) {
    expectSubscriptions(disposes ? 0 : 1, disposes: disposes) { source, scheduler in
      source.subscribe(on: scheduler)
    }
  }

  /// The first timer was replaced, but still runs, before or after the second timer. Only the
  /// second timer may subscribe to the other sequence.
  @Test(arguments: [true, false]) func timeoutSubscribesOnce(runsBackwards: Bool) {
    let scheduler = LateScheduler()
    let subject = PublishSubject<Int>()
    var count = 0
    let other = Observable<Int>.create { _ in
      count += 1
      return Disposables.create()
    }
    let subscription = subject.timeout(.seconds(1), other: other, scheduler: scheduler).subscribe()
    subject.onNext(1)
    scheduler.run(backwards: runsBackwards)
    #expect(count == 1)
    subscription.dispose()
  }

  private func expectSubscriptions(
    _ expected: Int, disposes: Bool,
    _ make: (Observable<Int>, LateScheduler) -> Observable<Int>
  ) {
    let scheduler = LateScheduler()
    var count = 0
    let source = Observable<Int>.create { _ in
      count += 1
      return Disposables.create()
    }
    let subscription = make(source, scheduler).subscribe()
    if disposes { subscription.dispose() }
    scheduler.run()
    #expect(count == expected)
    subscription.dispose()
  }
}

/// A scheduler that cannot cancel its steps.
private final class LateScheduler: SchedulerType {
  private var steps: [() -> Void] = []
  private let disposesResults: Bool

  /// - Parameter disposesResults: A Boolean value indicating whether disposing a step disposes what
  ///   its action returned.
  init(disposesResults: Bool = true) { self.disposesResults = disposesResults }

  let now = Date(timeIntervalSince1970: 0)

  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    steps.append { result.setDisposable(action(state)) }
    return disposesResults ? result : Disposables.create()
  }

  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    schedule(state, action: action)
  }

  func run(backwards: Bool = false) {
    let due = backwards ? steps.reversed() : steps
    steps = []
    for step in due { step() }
  }
}
