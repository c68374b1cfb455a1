import Streams
import TestSupport
import Testing

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

  /// Otherwise, the clock would pass due work before the work has run.
  @Test func workCannotAdvanceTheSchedulerThatRunsIt() async {
    await #expect(processExitsWith: .failure) {
      let scheduler = TestScheduler(initialClock: 0)
      Self.scheduleThree(on: scheduler) { if $0 == 10 { scheduler.advanceTo(50) } }
      scheduler.start()
    }
  }
}
