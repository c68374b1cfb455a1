import TestSupport
import Testing

@testable import Streams

/// Tests of the arithmetic of intervals.
@Suite(.countsResources) struct RxTimeTests {
  @Test func aVeryLongIntervalNeverEnds() {
    let now = RxTime()
    #expect(RxTimeInterval.seconds(.max).remaining(since: now, now: now) == .never)
    #expect(RxTimeInterval.seconds(2).remaining(since: now, now: now) == .microseconds(2_000_000))
  }

  @Test func anIntervalThatEndedLongAgoHasNoRemainder() {
    let start = RxTime(timeIntervalSinceReferenceDate: 0)
    let now = RxTime(timeIntervalSinceReferenceDate: 1e15)
    #expect(RxTimeInterval.seconds(2).remaining(since: start, now: now) == .microseconds(0))
  }
}
