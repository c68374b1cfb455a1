import TestSupport
import Testing

@testable import Streams

/// Tests of operators that try one source after another, such as `retry` and `catch(sequence:)`. If
/// there is no source to try, the result must complete.
@Suite(.countsResources) struct EmptyAttemptTests {
  private struct Failure: Error {}

  private static func events(of sequence: Observable<Int>) -> [String] {
    var events: [String] = []
    sequence.subscribe(
      onNext: { events.append("\($0)") }, onError: { _ in events.append("error") },
      onCompleted: { events.append("completed") }
    ).dispose()
    return events
  }

  @Test func noSourceIsTriedAfterACompletedOne() {
    let none = Observable<Int>.error(Failure()).retry(0)
    #expect(Self.events(of: none) == ["completed"])
    #expect(Self.events(of: .catch(sequence: [none, .just(1)])) == ["completed"])
    #expect(Self.events(of: .catch(sequence: [.error(Failure()), none])) == ["completed"])
  }

  @Test func aCompletedAttemptIsNotRepeated() {
    #expect(Self.events(of: Observable<Int>.just(1).retry(0).retry()) == ["completed"])
  }

  @Test func sourcesOfNestedCatchSequencesAreTriedInOrder() {
    let failing = { (element: Int) in
      Observable<Int>.create { observer in
        observer.onNext(element)
        observer.onError(Failure())
        return Disposables.create()
      }
    }
    let nested = Observable.catch(sequence: [failing(1), failing(2)])
    #expect(
      Self.events(of: .catch(sequence: [nested, failing(3)])) == ["1", "2", "3", "error"])
  }
}
