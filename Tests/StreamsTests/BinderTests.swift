import Streams
import TestSupport
import Testing

@Suite(.countsResources) struct BinderTests {
  private final class Target {
    var received: [Int] = []
  }

  /// The scheduler runs nothing until it is advanced, like a blocked queue.
  @Test func aPendingElementDoesNotRetainTheTarget() {
    let scheduler = TestScheduler(initialClock: 0)
    var target: Target? = Target()
    weak let dropped = target
    let binder = target.map { target in
      Binder(target, scheduler: scheduler) { target, element in target.received.append(element) }
    }
    binder?.on(.next(1))
    target = nil
    #expect(dropped == nil)
    scheduler.start()
  }

  @Test func aPendingElementReachesALiveTarget() {
    let scheduler = TestScheduler(initialClock: 0)
    let target = Target()
    let binder = Binder(target, scheduler: scheduler) { $0.received.append($1) }
    binder.on(.next(1))
    #expect(target.received.isEmpty)
    scheduler.start()
    #expect(target.received == [1])
  }
}
