import Foundation
import HeapWalking
import OwnershipGraph
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

extension ExecutionSuites {
  /// Tests that try suggested breaks in child processes.
  @Suite(.serialized) struct BreakExecutionTests {
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
    @Test(arguments: shapes.indices) func theWordBehindAReferenceIsFound(_ index: Int) throws {
      let ring = Ring()
      Self.shapes[index].make(ring)
      defer { Self.clear(ring) }
      let description = Self.description(of: ring, HeapWalker())
      let stored = description.storedReferences.filter { $0.target == Address(of: ring).bits }
      #expect(!stored.isEmpty)
      for reference in stored {
        let word = unsafe try #require(
          unsafe UnsafePointer<UInt>(bitPattern: reference.slot.address))
        #expect(unsafe word.pointee & 0x00FF_FFFF_FFFF_FFF8 == reference.target)
      }
    }

    @Test func aReferenceThatOwnsNothingIsStoredNowhere() {
      let ring = Ring()
      unsafe ring.unretained = ring
      let description = Self.description(of: ring, HeapWalker())
      #expect(description.graph.references.count == 1)
      #expect(description.storedReferences.isEmpty)
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

      /// The child process also releases the test's own reference. Therefore all objects are freed
      /// in the child process, but not in this process.
      @Test(arguments: shapes.indices) func aBreakFreesTheObjects(_ index: Int) throws {
        let live = try #require(AllocationRecord.installed)
        unsafe Ring.deinitCount = 0
        let ring = Ring()
        Self.shapes[index].make(ring)
        let walker = HeapWalker(live: live)
        let description = Self.description(of: ring, walker)
        let address = Address(of: ring).bits
        let slots = Set(
          description.storedReferences.filter { $0.target == address }.map(\.slot))
        let counts = ReferenceCounts(of: Address(of: ring))
        let owners = (counts.strong ?? 0) - slots.count
        let steps =
          slots.map { BreakExecution.Step(slot: $0, target: address) }
          + [BreakExecution.Step(slot: nil, target: address, releases: owners)]
        // Empty collections share storage that is never freed.
        let objects = description.nodeOf.keys.sorted().filter {
          ReferenceCounts(of: Address($0)).strong != nil
        }
        let outcome = try #require(
          Self.outcome(BreakExecution.Trial(steps: steps, objects: objects)))
        #expect(outcome.end == .finished)
        #expect(outcome.isFreed == objects.map { _ in true })
        #expect(!outcome.hasDoubleFree)
        // If only the test's own reference is released, the object must not be freed.
        let kept = try #require(
          Self.outcome(
            BreakExecution.Trial(steps: Array(steps.suffix(1)), objects: [address])))
        #expect(kept.end == .finished && kept.isFreed == [false])
        #expect(unsafe Ring.deinitCount == 0)
        #expect(ReferenceCounts(of: Address(of: ring)) == counts)
        Self.clear(ring)
      }

      @Test func aWordThatHasChangedIsNotReplaced() throws {
        let (ring, other) = (Ring(), Ring())
        ring.next = other
        let description = Self.description(of: ring, HeapWalker())
        let slot = try #require(description.storedReferences.first?.slot)
        let step = BreakExecution.Step(slot: slot, target: Address(of: ring).bits)
        let outcome = Self.outcome(BreakExecution.Trial(steps: [step], objects: []))
        #expect(outcome?.end == .changed)
      }

      @Test func jobsRunSideBySideAndEndAtTheBudget() {
        let ring = Ring()
        let step = BreakExecution.Step(slot: nil, target: Address(of: ring).bits, releases: 0)
        let trial = BreakExecution.Trial(steps: [step], objects: [])
        var ends = [Int](repeating: 0, count: 20)
        BreakExecution(limit: 20).execute(jobs: 20, budget: 1_000) { job, outcome in
          if outcome?.end == .finished { ends[job] += 1 }
          return ends[job] < 3 ? trial : nil
        }
        #expect(ends == ends.map { _ in 3 })
        var begun = 0
        BreakExecution(limit: 20).execute(jobs: 20, budget: 0) { _, _ in
          begun += 1
          return trial
        }
        #expect(begun == 0)
      }

      @Test func theOutcomeOfTheLastTrialCounts() throws {
        let sleeper = Sleeper()
        let address = Address(of: sleeper).bits
        let owners = try #require(ReferenceCounts(of: Address(address)).strong)
        let trial = BreakExecution.Trial(
          steps: [BreakExecution.Step(slot: nil, target: address, releases: owners)],
          objects: [address])
        var outcomes: [BreakExecution.Outcome] = []
        BreakExecution(limit: 20).execute(jobs: 1, budget: 0.3) { _, outcome in
          if let outcome { outcomes.append(outcome) }
          return trial
        }
        #expect(outcomes.map(\.end) == [.finished] && outcomes.map(\.isFreed) == [[true]])
        withExtendedLifetime(sleeper) {}
      }
    #endif
  }
}
