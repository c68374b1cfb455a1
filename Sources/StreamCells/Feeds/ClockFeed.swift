import Scenarios
import Streams

/// A feed whose stream sends in virtual time.
///
/// To send an element, it advances the clock by one tick. To send a terminal event, it advances the
/// clock until no scheduled action is left.
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

  /// Returns events for the stream of a matrix cell: four elements at ticks 1 to 4, and at tick 100
  /// the terminal event of the ending, if there is one.
  static func recorded(endingBy ending: Ending) -> [Recorded<Event<Int>>] {
    (1...4).map { .next($0, $0) }
      + (ending.event.map { [Recorded(time: 100, value: $0)] } ?? [])
  }
}
