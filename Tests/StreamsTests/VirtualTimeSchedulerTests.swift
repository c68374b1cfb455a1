import TestSupport
import Testing

@testable import Streams

@Suite(.countsResources) struct VirtualTimeSchedulerTests {
  /// Schedules work at the times 10, 20 and 30.
  private static func scheduleThree(
    on scheduler: TestScheduler, _ work: @escaping (Int) -> Void
  ) {
    for time in [10, 20, 30] {
      _ = scheduler.scheduleAbsoluteVirtual((), time: time) {
        work(time)
        return Disposables.create()
      }
    }
  }

  @Test func advancingRunsTheDueWorkAndMovesTheClock() {
    let scheduler = TestScheduler(initialClock: 0)
    var times: [[Int]] = []
    Self.scheduleThree(on: scheduler) { times.append([$0, scheduler.clock]) }
    scheduler.advanceTo(25)
    #expect(times == [[10, 10], [20, 20]])
    #expect(scheduler.clock == 25)
    scheduler.advanceTo(30)
    #expect(times.last == [30, 30])
  }

  @Test func timesThatAreNotRepresentableBecomeTheNearestTime() {
    let converter = TestSchedulerVirtualTimeConverter(resolution: 1e-9)
    #expect(converter.convertToVirtualTime(.distantPast) == .min)
    #expect(converter.convertToVirtualTime(.distantFuture) == .max)
    #expect(converter.convertToVirtualTimeInterval(-2e-9) == -2)
  }

  @Test func workMayAdvanceTheSchedulerThatRunsIt() {
    let scheduler = TestScheduler(initialClock: 0)
    var times: [[Int]] = []
    Self.scheduleThree(on: scheduler) { time in
      times.append([time, scheduler.clock])
      guard time == 10 else { return }
      scheduler.advanceTo(25)
      times.append([scheduler.clock])
    }
    scheduler.advanceTo(15)
    #expect(times == [[10, 10], [20, 20], [25]])
    #expect(scheduler.clock == 25)
    scheduler.start()
    #expect(times.last == [30, 30])
  }

  @Test func noNestedRunStartsAfterStop() {
    let scheduler = TestScheduler(initialClock: 0)
    var times: [Int] = []
    Self.scheduleThree(on: scheduler) { time in
      times.append(time)
      guard time == 10 else { return }
      scheduler.stop()
      scheduler.start()
      scheduler.advanceTo(20)
    }
    scheduler.start()
    #expect(times == [10])
  }

  @Test(arguments: [false, true])
  func stoppingEndsNestedRuns(advances: Bool) {
    let scheduler = TestScheduler(initialClock: 0)
    var times: [Int] = []
    Self.scheduleThree(on: scheduler) { time in
      times.append(time)
      if time == 10 { advances ? scheduler.advanceTo(20) : scheduler.stop() }
      if time == 20 { scheduler.stop() }
    }
    scheduler.start()
    #expect(times == (advances ? [10, 20] : [10]))
    scheduler.start()
    scheduler.start()
    #expect(times == [10, 20, 30])
  }
}
