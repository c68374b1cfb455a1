import Scenarios
import Streams

/// A feed whose stream sends in virtual time.
///
/// Sending an element advances the clock by one tick; sending an end advances it until no step is
/// left.
final class ClockFeed: StreamFeed {
  private let clock = TestScheduler(initialClock: 0)
  private let makeStream: (TestScheduler) -> Observable<Int>

  init(_ makeStream: @escaping (TestScheduler) -> Observable<Int>) {
    self.makeStream = makeStream
  }

  func observable(sending events: [Event<Int>]) -> Observable<Int> { makeStream(clock) }

  func send(_ event: Event<Int>) {
    switch event {
    case .next: clock.advanceTo(clock.clock + 1)
    case .error, .completed: clock.start()
    }
  }

  /// Returns events: elements at the first ticks, and the end of the cell long after them.
  static func recorded(endingBy ending: Ending) -> [Recorded<Event<Int>>] {
    (1...4).map { .next($0, $0) }
      + (ending.event.map { [Recorded(time: 100, value: $0)] } ?? [])
  }
}
