import ResourceRegistry
import Streams
import TestSupport
import Testing

/// Tests that 200,000 synchronous steps do not increase the use of the stack. There are fewer
/// steps with the thread sanitizer, which needs hundreds of bytes for each step.
@Suite(.countsResources) struct LongSequenceTests {
  private static let count = Sanitizer.watchesThreads ? 20_000 : 200_000

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: Int
    let make: @Sendable () -> Observable<Int>
  }

  static let cases: [Case] = [
    Case(testDescription: "concat of an array", expected: count) {
      .concat(Array(repeating: Observable.just(1), count: count))
    },
    Case(testDescription: "concat of empty sequences", expected: 0) {
      .concat(Array(repeating: Observable<Int>.empty(), count: count))
    },
    Case(testDescription: "concatMap", expected: count) {
      Observable.range(start: 0, count: count).concatMap { _ in Observable.just(1) }
    },
    Case(testDescription: "flatMap", expected: count) {
      Observable.range(start: 0, count: count).flatMap { _ in Observable.just(1) }
    },
    Case(testDescription: "repeatElement", expected: count) {
      Observable.repeatElement(1).take(count)
    },
    Case(testDescription: "generate", expected: count) {
      Observable.generate(initialState: 0, condition: { $0 < count }, iterate: { $0 + 1 })
    },
    Case(testDescription: "retry", expected: count) {
      let failures = Counter()
      return Observable.create { observer in
        observer.onNext(1)
        if failures.increment() < count - 1 {
          observer.onError(TestError())
        } else {
          observer.onCompleted()
        }
        return Disposables.create()
      }.retry()
    },
    Case(testDescription: "recursive flatMap", expected: 1) { countdown(from: count) },
    Case(testDescription: "recursive concat", expected: 1_000) {
      repeating(1, times: 1_000)
    },
    Case(testDescription: "a subject that feeds itself", expected: count) {
      .create { observer in
        let subject = PublishSubject<Int>()
        let subscription = subject.take(count).do(onNext: { subject.onNext($0 + 1) })
          .subscribe(observer)
        subject.onNext(0)
        return subscription
      }
    },
  ]

  @Test(arguments: cases)
  func doesNotOverflowTheStack(testCase: Case) {
    let previous = Hooks.synchronizationAnomalyHandler
    Hooks.synchronizationAnomalyHandler = { _ in }
    defer { Hooks.synchronizationAnomalyHandler = previous }
    let mark = Resources.mark()
    var (received, ends) = (0, 0)
    _ = testCase.make().subscribe(onNext: { _ in received += 1 }, onCompleted: { ends += 1 })
    #expect(received == testCase.expected)
    #expect(ends == 1)
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  /// Returns a sequence with one element, inside the given number of nested sequences.
  private static func countdown(from number: Int) -> Observable<Int> {
    number == 0
      ? .just(0) : Observable.just(number).flatMap { countdown(from: $0 - 1) }
  }

  /// Returns a sequence that repeats an element. Each element passes through all sequences that are
  /// nested around it.
  private static func repeating(_ element: Int, times: Int) -> Observable<Int> {
    times == 0
      ? .empty()
      : Observable.just(element).concat(
        Observable.deferred { repeating(element, times: times - 1) })
  }
}
