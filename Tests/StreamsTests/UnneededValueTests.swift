import Streams
import TestSupport
import Testing

/// Tests that a live subscription releases values that it can no longer need.
@Suite(.countsResources) struct UnneededValueTests {
  /// After one source of `zip` has completed and all its elements were combined, elements of the
  /// other source cannot be combined.
  @Test(arguments: [0, 1, 2], [true, false])
  func zipKeepsNoElementsThatCannotBeCombined(ahead: Int, endsFirst: Bool) {
    let (short, long) = (PublishSubject<Canary>(), PublishSubject<Canary>())
    var (combined, released, sent) = (0, 0, 0)
    let send = {
      sent += 1
      long.onNext(Canary { released += 1 })
    }
    let subscription = Observable.zip(short, long) { _, _ in 0 }
      .subscribe(onNext: { _ in combined += 1 })
    for _ in 0..<ahead { send() }
    if !endsFirst {
      short.onNext(Canary())
      if ahead == 0 { send() }
    }
    short.onCompleted()
    for _ in 0..<3 { send() }
    #expect(combined == (endsFirst ? 0 : 1))
    #expect(released == sent)
    subscription.dispose()
  }

  /// The elements that are still to be combined are kept.
  @Test func zipCombinesElementsOfACompletedSource() {
    let (short, long) = (PublishSubject<Int>(), PublishSubject<Int>())
    var combined: [Int] = []
    var hasCompleted = false
    let subscription = Observable.zip(short, long) { $0 + $1 }
      .subscribe(onNext: { combined.append($0) }, onCompleted: { hasCompleted = true })
    for number in [1, 2] { short.onNext(number) }
    short.onCompleted()
    for number in [10, 20, 30] { long.onNext(number) }
    #expect(combined == [11, 22])
    #expect(!hasCompleted)
    long.onCompleted()
    #expect(hasCompleted)
    subscription.dispose()
  }

  @Test(arguments: [true, false]) func aNewAttemptReleasesThePreviousError(usesRetry: Bool) {
    var observers: [AnyObserver<Int>] = []
    let source = Observable<Int>.create {
      observers.append($0)
      return Disposables.create()
    }
    let stream = usesRetry ? source.retry() : Observable.catch(sequence: [source, source, source])
    let subscription = stream.subscribe(onNext: { _ in })
    weak var canary: Canary?
    do {
      let kept = Canary()
      canary = kept
      observers[0].onError(CanaryError(canary: kept))
    }
    #expect(observers.count == 2)
    #expect(canary == nil)
    subscription.dispose()
    observers = []
  }

  private struct CanaryError: Error, @unchecked Sendable {
    let canary: Canary
  }
}
