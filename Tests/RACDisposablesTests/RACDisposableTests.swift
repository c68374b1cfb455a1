import RACDisposables
import ResourceRegistry
import TestSupport
import Testing

@Suite(.countsResources) struct RACDisposableTests {
  @Test func blockRunsOnceAndIsReleased() {
    let mark = Resources.mark()
    do {
      let runs = Counter()
      var captured: Counter? = Counter()
      weak let watched = captured
      let disposable = RACDisposable { [captured] in
        captured?.increment()
        runs.increment()
      }
      captured = nil
      #expect(watched != nil)
      #expect(!disposable.isDisposed)
      disposable.dispose()
      disposable.dispose()
      #expect(disposable.isDisposed)
      #expect(runs.value == 1)
      #expect(watched == nil)
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  /// The slot is empty while the block runs. If the block disposes its owner, nothing happens.
  @Test func blockMayDisposeItsOwner() {
    let runs = Counter()
    var disposable: RACDisposable?
    disposable = RACDisposable {
      runs.increment()
      disposable?.dispose()
    }
    disposable?.dispose()
    #expect(runs.value == 1)
    disposable = nil
  }

  @Test func deallocationReleasesTheBlockWithoutRunningIt() {
    let runs = Counter()
    weak var watched: Counter?
    do {
      let captured = Counter()
      watched = captured
      _ = RACDisposable {
        captured.increment()
        runs.increment()
      }
    }
    #expect(runs.value == 0)
    #expect(watched == nil)
  }

  /// If the slot of a disposable contained a strong reference to the disposable, it would leak.
  @Test func disposableWithoutABlockIsFreed() {
    let mark = Resources.mark()
    weak var watched: RACDisposable?
    do {
      let disposable = RACDisposable()
      watched = disposable
      #expect(!disposable.isDisposed)
    }
    #expect(watched == nil)
    let disposed = RACDisposable()
    disposed.dispose()
    #expect(disposed.isDisposed)
    #expect(Resources.probes(since: mark).map(\.typeName) == ["RACDisposable"])
    withExtendedLifetime(disposed) {}
  }

  @Test func scopedDisposableDisposesWhenItIsFreed() {
    let runs = Counter()
    do {
      let scoped = RACDisposable { runs.increment() }.asScopedDisposable()
      #expect(scoped.asScopedDisposable() === scoped)
      #expect(runs.value == 0)
    }
    #expect(runs.value == 1)
  }

  @Test func concurrentDisposalsRunTheBlockOnce() {
    let before = Resources.total
    race(
      runs: 20_000,
      prepare: {
        let runs = Counter()
        return (RACDisposable { runs.increment() }, runs)
      },
      { $0.0.dispose() }, { $0.0.dispose() },
      check: { if $0.1.value != 1 { Issue.record("the block ran \($0.1.value) times") } })
    #expect(Resources.total == before)
  }
}

@Suite(.countsResources) struct RACCompoundDisposableTests {
  @Test(arguments: [0, 1, 2, 3, 10])
  func disposesEachMemberOnce(count: Int) {
    let mark = Resources.mark()
    do {
      let runs = Counter()
      let compound = RACCompoundDisposable(
        disposables: (0..<count).map { _ in RACDisposable { runs.increment() } })
      compound.dispose()
      compound.dispose()
      #expect(compound.isDisposed)
      #expect(runs.value == count)
    }
    #expect(Resources.probes(since: mark).map(\.typeName) == [])
  }

  /// A removal makes an inline slot available again. Disposables in inline slots are disposed
  /// first.
  @Test func inlineSlotsAreReusedAndDisposedFirst() {
    let order = Order()
    let compound = RACCompoundDisposable()
    let parts = (0..<4).map { index in RACDisposable { order.note(index) } }
    for part in parts.prefix(3) { compound.addDisposable(part) }
    compound.removeDisposable(parts[0])
    #expect(!parts[0].isDisposed, "removing does not dispose")
    compound.addDisposable(parts[3])
    compound.dispose()
    #expect(order.notes == [3, 1, 2])
  }

  @Test func ignoresDisposedMembersAndDisposesLateAdditions() {
    let compound = RACCompoundDisposable()
    compound.addDisposable(nil)
    compound.removeDisposable(nil)
    let disposed = RACDisposable()
    disposed.dispose()
    weak var watched: RACDisposable?
    do {
      let another = RACDisposable()
      another.dispose()
      watched = another
      compound.addDisposable(another)
    }
    #expect(watched == nil, "what was disposed is not held")
    compound.dispose()
    let late = RACDisposable()
    compound.addDisposable(late)
    #expect(late.isDisposed)
  }

  @Test func doesNotDisposeWhenItIsFreed() {
    let part = RACDisposable()
    do {
      let compound = RACCompoundDisposable(disposables: [part])
      withExtendedLifetime(compound) {}
    }
    #expect(!part.isDisposed)
  }

  @Test func addingToItselfIsAnError() async {
    await #expect(processExitsWith: .failure) {
      let compound = RACCompoundDisposable()
      compound.addDisposable(compound)
    }
  }

  @Test func addingAndRemovingRecordTracePoints() {
    let compound = RACCompoundDisposable()
    let points = Resources.recordingTracePoints {
      let part = RACDisposable()
      compound.addDisposable(part)
      compound.removeDisposable(part)
      compound.removeDisposable(part)
    }
    #expect(points.map(\.name) == ["RACCompoundDisposable.add", "RACCompoundDisposable.remove"])
    #expect(points.map(\.argumentTypeName) == ["RACDisposable", "RACDisposable"])
  }

  @Test func disposesMembersAddedDuringDisposal() {
    let before = Resources.total
    race(
      runs: 20_000,
      prepare: { (RACCompoundDisposable(), RACDisposable()) },
      { $0.0.addDisposable($0.1) }, { $0.0.dispose() },
      check: { if !$0.1.isDisposed { Issue.record("a disposable was lost") } })
    #expect(Resources.total == before)
  }
}

@Suite(.countsResources) struct RACSerialDisposableTests {
  @Test func swappingReturnsTheOldDisposableUndisposed() {
    let (first, second) = (RACDisposable(), RACDisposable())
    let serial = RACSerialDisposable(disposable: first)
    #expect(serial.disposable === first)
    #expect(serial.swapInDisposable(second) === first)
    #expect(!first.isDisposed)
    serial.disposable = first
    #expect(!second.isDisposed, "the setter does not dispose either")
    serial.dispose()
    #expect(first.isDisposed && !second.isDisposed && serial.isDisposed)
    #expect(serial.swapInDisposable(second) == nil)
    #expect(second.isDisposed)
    #expect(serial.disposable == nil)
  }

  @Test func disposesADisposableSetDuringDisposal() {
    let before = Resources.total
    race(
      runs: 20_000,
      prepare: { (RACSerialDisposable(), RACDisposable()) },
      { $0.0.disposable = $0.1 }, { $0.0.dispose() },
      check: { if !$0.1.isDisposed { Issue.record("a disposable was lost") } })
    #expect(Resources.total == before)
  }
}

/// An object that records numbers in the order in which they are noted.
final class Order: @unchecked Sendable {
  private(set) var notes: [Int] = []

  func note(_ number: Int) { notes.append(number) }
}
