import Dispatch
import ResourceRegistry
import Synchronization
import TestSupport
import Testing

@Suite(.countsResources) struct ResourcesTests {
  @Test func theTotalCountsLivingObjects() {
    let before = Resources.total
    var objects = (0..<5_000).map { _ in Tracked() }
    #expect(Resources.total == before + 5_000)
    objects.removeSubrange(1_000...)
    #expect(Resources.total == before + 1_000)
    objects = []
    #expect(Resources.total == before)
  }

  /// The number of objects is more than twice the capacity of a shard's initial chunks.
  @Test func manyObjectsAreAllRecorded() {
    let before = Resources.total
    let mark = Resources.mark()
    var objects = (0..<40_000).map { _ in Tracked() }
    #expect(Resources.total == before + 40_000)
    let probes = Resources.probes(since: mark)
    #expect(probes.count == objects.count)
    #expect(zip(probes, objects).allSatisfy { $0.object === $1 })
    objects = []
    #expect(Resources.total == before)
    #expect(probes.allSatisfy { $0.object == nil })
  }

  @Test func countsByTypeNameAndClass() {
    do {
      let kept: [Tracked] = [Tracked(), SubTracked(), SubTracked(), Box<Int>(), Box<String>()]
      withExtendedLifetime(kept) {
        #expect(Resources.total(of: Tracked.self) == 5)
        #expect(Resources.total(of: SubTracked.self) == 2)
        #expect(Resources.total(of: Box<Int>.self) == 1)
        #expect(Resources.total(of: Int.self) == 0)
        #expect(Resources.total(of: "Tracked") == 1)
        #expect(Resources.total(ofTypeNamed: "Box") == 2)
        #expect(Resources.total(ofTypeNamed: "Box<String>") == 1)
        #expect(Resources.total(ofTypeNamed: "Missing") == 0)
        #expect(Resources.totalsByType["SubTracked"] == 2)
        #expect(Resources.totalsByType["Box"] == 2)
      }
    }
    #expect(Resources.totalsByType["Box"] == nil)
  }

  @Test func manualCountsAreIncludedInTheTotal() {
    let before = Resources.total
    #expect(Resources.incrementTotal() == before + 1)
    #expect(Resources.total == before + 1)
    #expect(Resources.decrementTotal() == before)
  }

  @Test func anUntrackedHandleIsIgnored() {
    let before = Resources.total
    Resources.unregister(.untracked)
    Resources.unregisterSilently(.untracked)
    #expect(Resources.total == before)
  }

  @Test(arguments: [1, 2, 1_000, 1_025])
  func theRemainingObjectsAreFoundAfterManyReleases(stride: Int) {
    let mark = Resources.mark()
    var crowd: [Tracked?] = (0..<10_000).map { _ in Tracked() }
    for index in crowd.indices where index % stride != 0 { crowd[index] = nil }
    let late = Box<Int>()
    let kept = crowd.compactMap { $0 }.map { ObjectIdentifier($0) } + [ObjectIdentifier(late)]
    let found = Resources.probes(since: mark).compactMap { $0.object.map { ObjectIdentifier($0) } }
    #expect(found == kept)
    withExtendedLifetime(late) {}
  }

  @Test func probesSinceAMarkAreInOrderOfRegistration() {
    let old = Tracked()
    let mark = Resources.mark()
    let first = Box<Int>()
    let second = SubTracked()
    let probes = Resources.probes(since: mark)
    #expect(probes.map(\.typeName) == ["Box", "SubTracked"])
    #expect(probes.map { $0.type == Box<Int>.self } == [true, false])
    #expect(probes[0].sequence < probes[1].sequence)
    #expect(probes[0].object === first)
    #expect(probes[1].object === second)
    #expect(Resources.probes(since: Resources.mark()).isEmpty)
    withExtendedLifetime((old, first, second)) {}
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func probesSinceAMarkContainExactlyTheLaterObjects(seed: UInt64) {
    var state = seed
    func random(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    // The objects fill several chunks of the registry. There are gaps, which later objects fill.
    var living: [(object: Tracked, time: Int)] = []
    var marks: [ResourceMark] = [Resources.mark()]
    for _ in 0..<40 {
      for _ in 0..<random(below: 400) { living.append((Tracked(), marks.count)) }
      for _ in 0..<random(below: 300) where !living.isEmpty {
        living.remove(at: random(below: living.count))
      }
      marks.append(Resources.mark())
    }
    for (time, mark) in marks.enumerated() {
      let expected = living.filter { $0.time > time }.map { ObjectIdentifier($0.object) }
      let found = Resources.probes(since: mark).compactMap {
        $0.object.map { ObjectIdentifier($0) }
      }
      #expect(found == expected)
    }
  }

  @Test func aProbeDoesNotRetainItsObject() {
    let mark = Resources.mark()
    var object: Tracked? = Tracked()
    let probe = Resources.probes(since: mark).first
    #expect(probe?.object === object)
    #expect(object != nil)
    object = nil
    #expect(probe != nil)
    #expect(probe?.object == nil)
    #expect(Resources.probes(since: mark).isEmpty)
  }

  @Test func recordingsNest() {
    var inner: [Resources.ReleaseEvent] = []
    let outer = Resources.recordingReleases {
      drop(Tracked())
      inner = Resources.recordingReleases { drop(SubTracked()) }
      drop(Box<Int>())
    }
    #expect(outer.map(\.typeName) == ["Tracked", "SubTracked", "Box"])
    #expect(inner.map(\.typeName) == ["SubTracked"])
    #expect(outer.map(\.sequence) == outer.map(\.sequence).sorted())
    #expect(Resources.recordingReleases {}.isEmpty)
  }

  @Test func aSilentlyUnregisteredObjectIsNotRecorded() {
    #expect(Resources.recordingReleases { drop(Forgotten()) }.isEmpty)
  }

  @Test func tracePointsAreRecorded() {
    let object = Tracked()
    Resources.tracePoint("before", of: object)
    let points = Resources.recordingTracePoints {
      Resources.tracePoint("add", of: object, with: Box<Int>())
      Resources.tracePoint("remove", of: object)
    }
    #expect(points.map(\.name) == ["add", "remove"])
    #expect(points.map(\.typeName) == ["Tracked", "Tracked"])
    #expect(points.map(\.argumentTypeName) == ["Box", nil])
  }

  @Test func theTotalIsCorrectAfterConcurrentUse() {
    let before = Resources.total
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var kept: [Tracked] = []
      for index in 0..<100_000 {
        kept.append(Tracked())
        if index % 100 == thread { kept.removeAll() }
      }
    }
    #expect(Resources.total == before)
    #expect(Resources.total(of: Tracked.self) == 0)
  }

  @Test func objectsMayBeReleasedOnAnotherThread() {
    let before = Resources.total
    let handedOver = Mutex<[Tracked]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<20_000 {
        let taken = handedOver.withLock { kept in
          kept.append(Tracked())
          return kept.count > 100 ? kept.removeFirst() : nil
        }
        withExtendedLifetime(taken) {}
      }
    }
    handedOver.withLock { $0.removeAll() }
    #expect(Resources.total == before)
  }

  /// While three threads release objects, a fourth thread takes probes of all objects. A probe must
  /// never refer to freed memory. No object may be destroyed while the registry's lock is held.
  @Test func probesAreSafeWhileObjectsAreReleased() {
    let mark = Resources.mark()
    let before = Resources.total
    let running = Atomic<Int>(3)
    let read = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      guard thread > 0 else {
        repeat {
          for probe in Resources.probes(since: mark) {
            if let object = probe.object as? Tracked, object.isIntact {
              read.wrappingAdd(1, ordering: .relaxed)
            }
          }
        } while running.load(ordering: .acquiring) > 0
        return
      }
      var kept: [Tracked] = []
      // Repeats because the reading thread may have to wait for a processor.
      repeat {
        for index in 0..<50_000 {
          kept.append(index % 2 == 0 ? Tracked() : SubTracked())
          if kept.count > 50 { kept.removeFirst(25) }
        }
      } while read.load(ordering: .relaxed) == 0
      kept.removeAll()
      running.wrappingSubtract(1, ordering: .releasing)
    }
    #expect(Resources.total == before)
    #expect(read.load(ordering: .relaxed) > 0)
    #expect(Resources.probes(since: mark).isEmpty)
  }
}

private func drop(_ object: consuming AnyObject) {}

/// A class that registers its instances, like the root class of the library.
class Tracked: @unchecked Sendable {
  private var handle = ResourceHandle.untracked
  private var pattern = 0x5AFE

  init() { handle = Resources.register(self) }

  deinit {
    Resources.unregister(handle)
    pattern = 0xDEAD
  }

  var isIntact: Bool { pattern == 0x5AFE }
}

final class SubTracked: Tracked, @unchecked Sendable {}

final class Box<Value>: Tracked, @unchecked Sendable {}

private final class Forgotten {
  init() { Resources.unregisterSilently(Resources.register(self)) }
}
