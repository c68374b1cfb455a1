import OwnershipGraph
import Testing

@testable import HeapWalking

/// An object that calls a closure while its deinitializer runs.
private final class Ending {
  let t: Target
  let report: (Ending) -> Void
  init(_ t: Target, _ report: @escaping (Ending) -> Void) {
    self.t = t
    self.report = report
  }
  deinit { report(self) }
}

/// An object with references to another object that do not keep that object alive.
private final class Survivor {
  unowned let unownedly: Target
  unowned(unsafe) let unsafely: Target
  let number: Int
  init(_ t: Target) {
    unownedly = t
    unsafe unsafely = t
    number = Int(bitPattern: Address(of: t).bits)
  }
}

private final class Visitor {
  unowned let ending: Ending
  init(_ ending: Ending) { self.ending = ending }
}

/// Tests of deallocated objects whose memory is still allocated.
@Suite struct EndedObjectTests {
  /// Returns an object with references to a destroyed object.
  @inline(never)
  private func survivor() -> Survivor { Survivor(Target()) }

  private func slots(of object: UInt) -> AnyObject {
    let buffer = ManagedBuffer<Int, (UInt, Target?)>.create(minimumCapacity: 2) { _ in 2 }
    unsafe buffer.withUnsafeMutablePointerToElements { slots in
      // The words remain in memory, as in a deque from which elements were removed.
      _ = unsafe UnsafeMutableRawPointer(slots).initializeMemory(
        as: UInt.self, repeating: object, count: 4)
    }
    return buffer
  }

  @Test func anObjectInItsDeinitializerIsMarkedInTheGraph() throws {
    var graph: ObjectGraph?
    do {
      let ending = Ending(Target()) { ending in
        let walker = HeapWalker()
        let snapshot = walker.walk(from: [Address(of: ending)])
        graph = walker.describe(snapshot.addresses, names: ObjectNames()).graph
      }
      withExtendedLifetime(ending) {}
    }
    let nodes = try #require(graph).nodes
    #expect(nodes.filter(\.isDeiniting).map(\.type) == ["Ending"])
    #expect(nodes.contains { $0.type == "Target" && !$0.isDeiniting })
    #expect(nodes.first { $0.isDeiniting }?.retainCount == 0)
  }

  @Test func theUnownedCountIncludesTheObjectUntilItsDeinitEnds() {
    var visitors: [Visitor] = []
    var (address, count) = (Address(0), 0)
    do {
      let ending = Ending(Target()) { count = ReferenceCounts(of: Address(of: $0)).unowned }
      visitors = [Visitor(ending), Visitor(ending)]
      address = Address(of: ending)
      #expect(ReferenceCounts(of: address).unowned == 3)
    }
    #expect(count == 3)
    #expect(ReferenceCounts(of: address).unowned == 2)
    withExtendedLifetime(visitors) {}
  }

  @Test func typedReferencesToADestroyedObjectKeepTheirStrength() {
    let survivor = survivor()
    let reading = HeapWalker().reading(of: Address(of: survivor))
    #expect(reading.references.map(\.strength) == [.unowned, .unmanaged])
    #expect(reading.references.allSatisfy { ReferenceCounts(of: Address($0.target)).isDeiniting })
    let snapshot = HeapWalker().walk(from: [Address(of: survivor)])
    #expect(snapshot.addresses.count == 1)
    withExtendedLifetime(survivor) {}
  }

  @Test func scannedAddressesOfADestroyedObjectAreNotReferences() throws {
    // The record must be created first, because it contains only later allocations.
    _ = try #require(AllocationRecord.installed)
    let survivor = survivor()
    let gone = HeapWalker().reading(of: Address(of: survivor)).references[0].target
    let kept = Target()
    let (stale, used) = (slots(of: gone), slots(of: Address(of: kept).bits))
    let live = FixtureObjects([gone, Address(of: kept).bits])
    for (buffer, expected) in [(stale, 0), (used, 4)] {
      let walker = HeapWalker(live: live)
      let reading = walker.reading(of: Address(of: buffer))
      #expect(reading.references.count == expected)
      #expect(reading.references.allSatisfy { $0.evidence == .scanned })
      let snapshot = walker.walk(from: [Address(of: buffer)])
      #expect(snapshot.references.targets.count == expected)
      #expect(!snapshot.coverage.isFull)
    }
    withExtendedLifetime((survivor, kept)) {}
  }

  /// All allocations are walked, including the destroyed object. The destroyed object must own
  /// nothing.
  @Test func aDestroyedObjectOwnsNothing() throws {
    let survivor = survivor()
    let gone = HeapWalker().reading(of: Address(of: survivor)).references[0].target
    let objects = [Address(of: survivor), Address(gone)]
    let live = KnownObjects(objects.map(\.bits))
    let snapshot = HeapWalker(live: live, memory: .changing).walk(from: objects, scans: false)
    let node = try #require(snapshot.node(at: gone))
    #expect(snapshot.strongCount(of: node) == 0)
    let accounting = HeapAccounting(of: snapshot, ignoresReleased: true)
    #expect(accounting.retention(of: node) == .released)
    #expect(accounting.inconsistent.isEmpty)
    withExtendedLifetime(survivor) {}
  }
}
