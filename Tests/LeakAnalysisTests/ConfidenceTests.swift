import HeapWalking
import LeakAnalysis
import OwnershipGraph
import Testing

private final class Ring {
  var next: Ring?
  /// An object that the cycle retains.
  var luggage: AnyObject?
}

private enum Luggage: CaseIterable, CustomTestStringConvertible {
  case none, typed, untypedTail

  var testDescription: String { "\(self)" }

  func make() -> AnyObject? {
    switch self {
    case .none: return nil
    case .typed: return Ring()
    case .untypedTail:
      return ManagedBuffer<Int, Ring>.create(minimumCapacity: 4) { _ in 0 }
    }
  }
}

@Suite(.serialized) struct ConfidenceTests {
  /// Returns the objects of a leaked cycle, and a closure that breaks it.
  @inline(never)
  private static func plant(_ luggage: Luggage, _ live: AllocationRecord) -> (
    objects: [Address], clear: () -> Void
  ) {
    let ring = Ring()
    ring.next = Ring()
    ring.next?.next = ring
    ring.luggage = luggage.make()
    let objects = HeapWalker(live: live).walk(from: [Address(of: ring)]).addresses
    return (
      objects.map { Address($0) },
      { [weak ring] in
        ring?.luggage = nil
        ring?.next = nil
      }
    )
  }

  /// A cycle may be reported as proven only if every byte of the objects in the finding was read by
  /// type.
  @Test(arguments: Luggage.allCases)
  private func aCycleIsProvenOnlyIfCoverageIsFull(_ luggage: Luggage) throws {
    let live = try #require(AllocationRecord.installed)
    let (objects, clear) = Self.plant(luggage, live)
    let analysis = HeapAnalysis(of: objects, walker: HeapWalker(live: live))
    #expect(analysis.findings.count == 1)
    let isProven = analysis.findings.contains { $0.confidence == .proven }
    #expect(isProven == (luggage != .untypedTail))
    #expect(analysis.coverage.isFull == (luggage != .untypedTail))
    clear()
  }
}
