import ResourceRegistry
import Streams
import TestSupport
import Testing

@Suite(.countsResources) struct CurrentThreadSchedulerTests {
  @Test func runsOuterWorkImmediatelyAndNestedWorkAfterIt() {
    let recorder = Recorder()
    let scheduler = CurrentThreadScheduler.instance
    #expect(CurrentThreadScheduler.isScheduleRequired)
    _ = scheduler.schedule(1) { outer in
      recorder.note("outer \(outer) begins")
      #expect(!CurrentThreadScheduler.isScheduleRequired)
      for inner in 1...2 {
        _ = scheduler.schedule(inner) { inner in
          recorder.note("inner \(inner)")
          return Disposables.create()
        }
      }
      recorder.note("outer ends")
      return Disposables.create()
    }
    #expect(CurrentThreadScheduler.isScheduleRequired)
    #expect(recorder.events == ["outer 1 begins", "outer ends", "inner 1", "inner 2"])
  }

  @Test func disposedWorkDoesNotRun() {
    let before = Resources.total
    let runs = Counter()
    let scheduler = CurrentThreadScheduler.instance
    _ = scheduler.schedule(()) { _ in
      scheduler.schedule(()) { _ in
        runs.increment()
        return Disposables.create()
      }.dispose()
      return Disposables.create()
    }
    #expect(runs.value == 0)
    #expect(Resources.total == before)
  }

  @Test func recursionUsesConstantStackAndMemory() {
    let before = Resources.total
    var last = 0
    var most: Int32 = 0
    do {
      let recursion = CurrentThreadScheduler.instance.scheduleRecursive(0) { state, recurse in
        last = state
        if state % 1_000 == 0 { most = max(most, Resources.total - before) }
        if state < 100_000 { recurse(state + 1) }
      }
      recursion.dispose()
    }
    #expect(last == 100_000)
    #expect(most < 20)
    #expect(Resources.total == before)
  }

  @Test func disposedRecursionStops() {
    let before = Resources.total
    let recursion = SerialDisposable()
    let steps = Counter()
    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
      recursion.disposable = CurrentThreadScheduler.instance.scheduleRecursive(()) { _, recurse in
        if steps.increment() == 4 { recursion.dispose() }
        recurse(())
      }
      return Disposables.create()
    }
    #expect(steps.value == 5)
    #expect(Resources.total == before + 1, "Only the serial disposable is left.")
    withExtendedLifetime(recursion) {}
  }
}
