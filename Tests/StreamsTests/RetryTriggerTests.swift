import Streams
import TestSupport
import Testing

/// Tests of `retry(when:)` with triggers that send several events before `subscribe` returns.
@Suite(.countsResources) struct RetryTriggerTests {
  private struct Failure: Error {}

  /// A sequence that fails at its first subscriptions, and a count of all its subscriptions.
  private final class Attempts {
    private(set) var count = 0

    func failing(times: Int) -> Observable<Int> {
      Observable.create { [self] observer in
        count += 1
        if count <= times { observer.onError(Failure()) } else { observer.onNext(count) }
        return Disposables.create()
      }
    }
  }

  @Test func twoElementsOfATriggerStartOneAttempt() {
    let attempts = Attempts()
    var elements: [Int] = []
    let subscription = attempts.failing(times: 1)
      .retry(when: { errors in
        errors.flatMap { _ in
          Observable<Int>.create { trigger in
            trigger.onNext(1)
            trigger.onNext(2)
            return Disposables.create()
          }
        }
      })
      .subscribe(onNext: { elements.append($0) })
    #expect(attempts.count == 2)
    #expect(elements == [2])
    subscription.dispose()
  }

  /// The trigger sends its second element and completes before the third attempt begins.
  @Test func aTriggerThatEndsBeforeAnAttemptEndsTheResult() {
    let attempts = Attempts()
    var hasCompleted = false
    let subscription = attempts.failing(times: 10)
      .retry(when: { errors in errors.take(2) })
      .subscribe(onCompleted: { hasCompleted = true })
    #expect(attempts.count == 2)
    #expect(hasCompleted)
    subscription.dispose()
  }
}
