import ResourceRegistry
import Streams
import TestSupport
import Testing

/// Tests in which two threads act at the same time, thousands of times. No event may be lost, and
/// no object may survive.
@Suite(.countsResources) struct RaceTests {
  private static let runs = 4_000

  private struct Shared: @unchecked Sendable {
    let first: any ObserverType<Int>
    let second: any ObserverType<Int>
    let subscription: any Disposable
    let log: SerialLog
  }

  /// An object that records the events that it receives, and whether any of them overlapped.
  private final class SerialLog: @unchecked Sendable {
    private let inside = Counter()
    private let left = Counter()
    private let elements = Counter()
    private let ends = Counter()
    private let overlaps = Counter()

    var received: Int { elements.value }
    var ended: Int { ends.value }
    var overlapped: Int { overlaps.value }

    func observe(_ event: Event<Int>) {
      if inside.increment() != left.value { overlaps.increment() }
      if event.isStopEvent { ends.increment() } else { elements.increment() }
      left.increment()
    }
  }

  struct Combination: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The number of elements delivered if each source sends one element; `nil` if it depends on
    /// the order of events.
    let elements: Int?
    let combine: @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  }

  static let combinations = [
    Combination(testDescription: "merge", elements: 2) { .merge($0, $1) },
    Combination(testDescription: "combineLatest", elements: 1) {
      .combineLatest($0, $1) { $0 + $1 }
    },
    Combination(testDescription: "zip", elements: 1) { .zip($0, $1) { $0 + $1 } },
    Combination(testDescription: "flatMap", elements: 2) { Observable.of($0, $1).flatMap { $0 } },
    Combination(testDescription: "share", elements: 2) { Observable.merge($0, $1).share() },
    Combination(testDescription: "withLatestFrom", elements: nil) { $0.withLatestFrom($1) },
    Combination(testDescription: "take(until:)", elements: nil) { $0.take(until: $1) },
    Combination(testDescription: "flatMapLatest", elements: nil) { left, right in
      left.flatMapLatest { _ in right }
    },
    Combination(testDescription: "amb", elements: 1) { $0.amb($1) },
  ]

  /// Each source sends an element and completes.
  @Test(arguments: combinations)
  func eventsOfConcurrentSourcesAreSerialized(combination: Combination) {
    let before = Resources.total
    race(
      runs: Self.runs,
      prepare: { prepare(combination.combine) },
      { shared in
        shared.first.onNext(1)
        shared.first.onCompleted()
      },
      { shared in
        shared.second.onNext(2)
        shared.second.onCompleted()
      },
      check: { shared in
        if shared.log.overlapped != 0 { Issue.record("events overlapped") }
        if shared.log.ended != 1 { Issue.record("\(shared.log.ended) ends") }
        if let elements = combination.elements, shared.log.received != elements {
          Issue.record("\(shared.log.received) of \(elements) elements")
        }
      })
    #expect(Resources.total == before)
  }

  /// A source sends while the subscription is being disposed.
  @Test(arguments: combinations)
  func disposingWhileASourceSendsReleasesAllObjects(combination: Combination) {
    let before = Resources.total
    race(
      runs: Self.runs,
      prepare: { prepare(combination.combine) },
      { shared in
        shared.first.onNext(1)
        shared.second.onCompleted()
        shared.first.onCompleted()
      },
      { $0.subscription.dispose() },
      check: { shared in
        if shared.log.ended > 1 { Issue.record("\(shared.log.ended) ends") }
      })
    #expect(Resources.total == before)
  }

  private func prepare(
    _ combine: (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) -> Shared {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = SerialLog()
    let subscription = combine(first, second).subscribe { log.observe($0) }
    return Shared(first: first, second: second, subscription: subscription, log: log)
  }

  /// The last observer is removed while another observer is added. The new observer must receive
  /// the next element of the source.
  @Test(arguments: [0, 1]) func anObserverAddedWhileTheLastIsRemovedReceivesElements(replay: Int) {
    let before = Resources.total
    struct Sharing: @unchecked Sendable {
      let source = PublishSubject<Int>()
      let shared: Observable<Int>
      let leaving: any Disposable
      let coming = SerialDisposable()
      let received = Counter()

      init(replay: Int) {
        shared = source.share(replay: replay)
        leaving = shared.subscribe(onNext: { _ in })
      }
    }
    race(
      runs: Self.runs,
      prepare: { Sharing(replay: replay) },
      { $0.leaving.dispose() },
      { sharing in
        sharing.coming.disposable = sharing.shared.subscribe(
          onNext: { _ in sharing.received.increment() })
      },
      check: { sharing in
        sharing.source.onNext(1)
        if sharing.received.value != 1 { Issue.record("received \(sharing.received.value)") }
        sharing.coming.dispose()
        if sharing.source.hasObservers { Issue.record("the source is still subscribed to") }
      })
    #expect(Resources.total == before)
  }

  /// Two threads send to one subject. Events must not overlap. An observer that subscribed earlier
  /// must receive all events.
  @Test func aSubjectSerializesEventsOfTwoThreads() {
    let silent = Hooks.synchronizationAnomalyHandler
    Hooks.synchronizationAnomalyHandler = { _ in }
    defer { Hooks.synchronizationAnomalyHandler = silent }
    let before = Resources.total
    race(
      runs: Self.runs,
      prepare: {
        let subject = BehaviorSubject(value: 0)
        let log = SerialLog()
        return Shared(
          first: subject, second: subject, subscription: subject.subscribe { log.observe($0) },
          log: log)
      },
      { shared in for element in 1...3 { shared.first.onNext(element) } },
      { shared in for element in 4...6 { shared.second.onNext(element) } },
      check: { shared in
        if shared.log.overlapped != 0 { Issue.record("events overlapped") }
        if shared.log.received != 7 { Issue.record("\(shared.log.received) of 7 elements") }
        shared.subscription.dispose()
      })
    #expect(Resources.total == before)
  }

  /// An observer subscribes to a behavior subject while the subject sends. The last element that it
  /// receives must be the subject's value, and it must receive this value once.
  @Test func subscribingWhileASubjectSendsDeliversTheValueOnce() {
    let before = Resources.total
    struct Subscribing: @unchecked Sendable {
      let subject = BehaviorSubject(value: 0)
      let subscription = SerialDisposable()
      let recorder = Recorder()
    }
    race(
      runs: Self.runs,
      prepare: { Subscribing() },
      { $0.subject.onNext(1) },
      { shared in
        shared.subscription.disposable = shared.subject.subscribe { shared.recorder.observe($0) }
      },
      check: { shared in
        let events = shared.recorder.events
        if events != ["next(0)", "next(1)"], events != ["next(1)"] {
          Issue.record("received \(events)")
        }
        shared.subscription.dispose()
      })
    #expect(Resources.total == before)
  }
}
