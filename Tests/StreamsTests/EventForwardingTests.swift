import Streams
import TestSupport
import Testing

/// Tests that observers made from a closure forward every event, including events after an end.
@Suite(.countsResources) struct EventForwardingTests {
  private static let sent: [Event<Int>] = [
    .next(1), .completed, .next(2), .error(TestError()), .completed, .next(3),
  ]

  @Test func anObserverFromAClosureForwardsEveryEvent() {
    var received: [Event<Int>] = []
    let observer = AnyObserver<Int> { received.append($0) }
    for event in Self.sent { observer.on(event) }
    #expect(received == Self.sent)
    received = []
    for event in Self.sent { observer.asObserver().on(event) }
    #expect(received == Self.sent)
  }

  @Test func anObserverFromABinderForwardsEveryElement() {
    var received: [Int] = []
    let target = Target()
    let binder = Binder<Int>(target, scheduler: CurrentThreadScheduler.instance) {
      received.append($1)
    }
    let observer = binder.asObserver()
    for event in [Event.next(1), .completed, .next(2), .completed, .next(3)] { observer.on(event) }
    #expect(received == [1, 2, 3])
  }

  @Test func aMappedObserverForwardsEveryEvent() {
    var received: [Event<Int>] = []
    let observer = AnyObserver<Int> { received.append($0) }
    let mapped: AnyObserver<String> = observer.mapObserver { text in
      guard let number = Int(text) else { throw TestError() }
      return number
    }
    for event in [Event.next("1"), .next("one"), .next("2"), .completed, .next("3")] {
      mapped.on(event)
    }
    #expect(received == [.next(1), .error(TestError()), .next(2), .completed, .next(3)])
  }

  @Test func oneBinderObservesSeveralSequences() {
    var received: [Int] = []
    let target = Target()
    let observer = Binder<Int>(target, scheduler: CurrentThreadScheduler.instance) {
      received.append($1)
    }.asObserver()
    for number in 1...2 { _ = Observable.of(number).subscribe(observer) }
    #expect(received == [1, 2])
  }

  /// Unlike the closure of an observer, the closure of a subscription must receive no events after
  /// the end.
  @Test func aSubscribedClosureReceivesNoEventAfterTheEnd() {
    var received: [Event<Int>] = []
    var sink: AnyObserver<Int>?
    _ = Observable<Int>.create { observer in
      sink = observer
      return Disposables.create()
    }.subscribe { received.append($0) }
    for event in Self.sent { sink?.on(event) }
    #expect(received == [.next(1), .completed])
    sink = nil
  }

  private final class Target {}
}
