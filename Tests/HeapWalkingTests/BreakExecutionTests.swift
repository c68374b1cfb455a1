import Foundation
import HeapWalking
import OwnershipGraph
import TestSupport
import Testing

private final class Ring {
  enum State {
    case idle, plain(Ring), tagged(Int8, Ring), code(() -> Void)
  }

  nonisolated(unsafe) static var deinitCount = 0

  var next: Ring?
  var state = State.idle
  var any: Any?
  var list: [Ring] = []
  var table: [String: Ring] = [:]
  unowned(unsafe) var unretained: Ring?

  deinit { unsafe Self.deinitCount += 1 }
}

/// An object whose deinitializer takes a second.
private final class Sleeper {
  deinit { sleep(1) }
}

/// Tests that try suggested breaks in child processes of a forked process, which has one thread.
@Suite struct BreakExecutionTests {
  private static let shapes: [(name: String, make: @Sendable (Ring) -> Void)] = [
    ("property", { $0.next = $0 }),
    ("payload", { $0.state = .plain($0) }),
    ("tagged payload", { $0.state = .tagged(3, $0) }),
    ("context", { ring in ring.state = .code { _ = ring.next } }),
    ("existential", { $0.any = $0 }),
    ("existential of a closure", { ring in ring.any = { _ = ring.next } }),
    ("array", { $0.list = [$0, $0, $0] }),
    ("dictionary", { $0.table = ["a": $0, "b": $0] }),
  ]

  private static func description(of object: Ring, _ walker: HeapWalker) -> ObjectDescription {
    let heap = walker.walk(from: [Address(of: object)])
    return walker.describe(heap.addresses, names: ObjectNames(), locates: false)
  }

  private static func clear(_ ring: Ring) {
    ring.next = nil
    ring.state = .idle
    ring.any = nil
    ring.list = []
    ring.table = [:]
  }

  /// The word that contains the reference must be found in the object itself, even if a payload
  /// is read from a copy.
  @Test(arguments: shapes.indices) func theWordThatStoresAReferenceIsFound(_ index: Int) throws {
    let ring = Ring()
    Self.shapes[index].make(ring)
    defer { Self.clear(ring) }
    let description = Self.description(of: ring, HeapWalker())
    let stored = description.storedReferences.words.filter { $0.target == Address(of: ring).bits }
    #expect(!stored.isEmpty)
    for reference in stored {
      let word = unsafe try #require(
        unsafe UnsafePointer<UInt>(bitPattern: reference.slot.address))
      #expect(unsafe word.pointee & 0x00FF_FFFF_FFFF_FFF8 == reference.target)
    }
  }

  @Test func anUnownedUnsafeReferenceHasNoStoredWord() {
    let ring = Ring()
    unsafe ring.unretained = ring
    let description = Self.description(of: ring, HeapWalker())
    #expect(description.graph.references.count == 1)
    #expect(description.storedReferences.groups.isEmpty)
  }

  #if os(Linux)
    private static func outcome(_ trial: BreakExecution.Trial) -> BreakExecution.Outcome? {
      var last: BreakExecution.Outcome?
      BreakExecution(limit: 20).execute(jobs: 1, budget: 20) { _, outcome in
        last = outcome
        return outcome == nil ? trial : nil
      }
      return last
    }

    /// The values of an outcome that tests compare.
    private struct Observed: Codable, Equatable {
      var end: String
      var isFreed: [Bool]
      var hasDoubleFree = false

      init(_ outcome: BreakExecution.Outcome?) {
        end = outcome.map { "\($0.end)" } ?? "no outcome"
        isFreed = outcome?.isFreed ?? []
        hasDoubleFree = outcome?.hasDoubleFree ?? false
      }

      init(end: BreakExecution.End, isFreed: [Bool]) {
        self.end = "\(end)"
        self.isFreed = isFreed
      }
    }

    /// The outcomes of trials with a ring, and the state of the process that started the trials.
    private struct RingOutcomes: Codable {
      var objectCount: Int
      var broken: Observed
      /// The outcome of releasing only the test's own reference.
      var released: Observed
      var deinitCount: Int
      var leavesCountsUnchanged: Bool

      init(_ make: (Ring) -> Void, _ live: AllocationRecord) {
        unsafe Ring.deinitCount = 0
        let ring = Ring()
        make(ring)
        let description = description(of: ring, HeapWalker(live: live))
        let address = Address(of: ring).bits
        let slots = Set(
          description.storedReferences.words.filter { $0.target == address }.map(\.slot))
        let counts = ReferenceCounts(of: Address(of: ring))
        let owners = (counts.strong ?? 0) - slots.count
        let release = BreakExecution.Step(slot: nil, target: address, releases: owners)
        let steps = slots.map { BreakExecution.Step(slot: $0, target: address) } + [release]
        // Empty collections share storage that is never freed.
        let objects = description.nodeOf.keys.sorted().filter {
          ReferenceCounts(of: Address($0)).strong != nil
        }
        objectCount = objects.count
        broken = Observed(outcome(BreakExecution.Trial(steps: steps, objects: objects)))
        released = Observed(outcome(BreakExecution.Trial(steps: [release], objects: [address])))
        deinitCount = unsafe Ring.deinitCount
        leavesCountsUnchanged = ReferenceCounts(of: Address(of: ring)) == counts
        withExtendedLifetime(ring) {}
      }
    }

    /// The trial also releases the test's own reference. Therefore all objects are freed in the
    /// trial, but not in the process that starts it.
    @Test(arguments: shapes.indices) func aBreakFreesTheObjects(_ index: Int) throws {
      let live = try #require(AllocationRecord.installed)
      let outcomes = try inForkedProcess(seconds: 200) {
        RingOutcomes(Self.shapes[index].make, live)
      }
      let areFreed = [Bool](repeating: true, count: outcomes.objectCount)
      #expect(outcomes.objectCount > 0)
      #expect(outcomes.broken == Observed(end: .finished, isFreed: areFreed))
      #expect(outcomes.released == Observed(end: .finished, isFreed: [false]))
      #expect(outcomes.deinitCount == 0)
      #expect(outcomes.leavesCountsUnchanged)
    }

    @Test func aWordThatHasChangedIsNotReplaced() throws {
      let observed = try inForkedProcess(seconds: 200) {
        let (ring, other) = (Ring(), Ring())
        ring.next = other
        let description = Self.description(of: ring, HeapWalker())
        let step = BreakExecution.Step(
          slot: description.storedReferences.groups.first?.words.first?.slot,
          target: Address(of: ring).bits)
        return Observed(Self.outcome(BreakExecution.Trial(steps: [step], objects: [])))
      }
      #expect(observed.end == "\(BreakExecution.End.changed)")
    }

    /// A trial that changes nothing.
    private static func idleTrial(_ ring: Ring) -> BreakExecution.Trial {
      let step = BreakExecution.Step(slot: nil, target: Address(of: ring).bits, releases: 0)
      return BreakExecution.Trial(steps: [step], objects: [])
    }

    @Test func jobsRunConcurrently() throws {
      let ends = try inForkedProcess(seconds: 200) {
        let ring = Ring()
        var ends = [[String]](repeating: [], count: 20)
        BreakExecution(limit: 20).execute(jobs: 20, budget: 1_000) { job, outcome in
          if let outcome { ends[job].append("\(outcome.end)") }
          return ends[job].count < 3 ? Self.idleTrial(ring) : nil
        }
        return ends
      }
      let finished = "\(BreakExecution.End.finished)"
      #expect(ends == ends.map { _ in [finished, finished, finished] })
    }

    @Test func noJobStartsAfterTheBudgetIsSpent() throws {
      let begun = try inForkedProcess(seconds: 200) {
        let ring = Ring()
        var begun = 0
        BreakExecution(limit: 20).execute(jobs: 20, budget: 0) { _, _ in
          begun += 1
          return Self.idleTrial(ring)
        }
        return begun
      }
      #expect(begun == 0)
    }

    @Test func aTrialThatOutlastsTheBudgetReportsItsOutcome() throws {
      let outcomes = try inForkedProcess(seconds: 200) {
        let sleeper = Sleeper()
        let address = Address(of: sleeper).bits
        let owners = ReferenceCounts(of: Address(address)).strong ?? 0
        let trial = BreakExecution.Trial(
          steps: [BreakExecution.Step(slot: nil, target: address, releases: owners)],
          objects: [address])
        var outcomes: [Observed] = []
        BreakExecution(limit: 20).execute(jobs: 1, budget: 0.3) { _, outcome in
          if let outcome { outcomes.append(Observed(outcome)) }
          return trial
        }
        return withExtendedLifetime(sleeper) { outcomes }
      }
      #expect(outcomes == [Observed(end: .finished, isFreed: [true])])
    }
  #endif
}
