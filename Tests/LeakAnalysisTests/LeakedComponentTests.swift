import HeapWalking
import LeakAnalysis
import Findings
import ResourceRegistry
import TestSupport
import Testing

private class Part {
  var next: Part?
  var luggage: [AnyObject] = []
  var action: (() -> Void)?
}
private final class First: Part {}
private final class Second: Part {}
private final class Carrier {
  let load: AnyObject?
  init(_ load: AnyObject?) { self.load = load }
}

/// The ways in which a leaked cycle retains another cycle or the objects behind the other cycle.
private enum Bridge: CaseIterable, CustomTestStringConvertible {
  case none, element, object, closure, shared

  var testDescription: String { "\(self)" }

  /// The references from the first cycle that the finding about the second cycle must contain: the
  /// source type, the label and the target type.
  var holders: [String] {
    switch self {
    case .none: []
    case .element: ["First luggage[*] Second"]
    case .object: ["Carrier load Second"]
    case .closure: ["closure capture #1: Second Second"]
    case .shared: ["First luggage[*] Carrier"]
    }
  }
}

/// The two analyses that produce findings.
private enum Way: CaseIterable { case heap, snapshot }

@Suite(.serialized, .countsResources) struct LeakedComponentTests {
  /// Creates two cycles of two objects each, which are connected as `bridge` specifies.
  @inline(never)
  private static func plant(_ bridge: Bridge) -> (objects: [Address], clear: () -> Void) {
    let (first, second) = (First(), Second())
    first.next = First()
    first.next?.next = first
    second.next = Second()
    second.next?.next = second
    switch bridge {
    case .none: break
    case .element: first.luggage = [second]
    case .object: first.luggage = [Carrier(second)]
    case .closure:
      first.action = { [second, luggage = Carrier(nil)] in use(second, luggage) }
    case .shared:
      let shared = Carrier(nil)
      first.luggage = [shared]
      second.luggage = [shared]
    }
    let clear = { [weak first, weak second] in
      for part in [first, second] {
        part?.action = nil
        part?.luggage = []
        part?.next = nil
      }
    }
    return ([Address(of: first), Address(of: second)], clear)
  }

  @inline(never)
  private static func watch(_ object: Address, _ recorder: OwnershipRecorder) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: object.bits) else { return }
    // The pointer is valid, because the cycle that contains the object is not broken yet.
    recorder.watch(unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue())
  }

  private func findings(_ way: Way, _ objects: [Address]) -> [Finding] {
    switch way {
    case .heap:
      let all = HeapWalker().walk(from: objects).addresses.map { Address($0) }
      return HeapAnalysis(of: all, walker: HeapWalker()).findings
    case .snapshot:
      let recorder = OwnershipRecorder(since: Resources.mark())
      for object in objects { Self.watch(object, recorder) }
      return recorder.snapshot(roots: []).findings
    }
  }

  @Test(arguments: Bridge.allCases, Way.allCases)
  private func everyOwnerOfALeakedCycleIsNamed(_ bridge: Bridge, _ way: Way) throws {
    let (objects, clear) = Self.plant(bridge)
    let findings = findings(way, objects)
    #expect(findings.count == 2)
    for finding in findings {
      #expect(finding.rule == .retainCycle && finding.confidence == .proven)
      #expect(finding.graph.nodes.allSatisfy { $0.unexplainedOwners == 0 })
      #expect(finding.graph.nodes.count { $0.role == .cycle } == 2)
      #expect(finding.breakSet.count == 1)
    }
    let second = try #require(findings.first { $0.cycleTypes == ["Second"] })
    let first = try #require(findings.first { $0.cycleTypes == ["First"] })
    let isShared = bridge == .shared
    // Objects behind both cycles are shown in only one of the two findings. Their other owners must
    // be reported at least once.
    let holders = second.leakedHolders + (isShared ? first.leakedHolders : [])
    #expect(!holders.isEmpty == (bridge != .none))
    #expect(isShared || holders == bridge.holders)
    #expect(first.graph.nodes.allSatisfy { $0.type != "Second" || isShared })
    clear()
  }
}

extension Finding {
  fileprivate var cycleTypes: Set<String> {
    Set(graph.nodes.filter { $0.role == .cycle }.map(\.type))
  }

  fileprivate var leakedHolders: [String] {
    graph.references.filter { graph.nodes[$0.from].role == .context }.map {
      let holder = graph.nodes[$0.from]
      return
        "\(holder.kind.isClosure ? "closure" : holder.type) \($0.label) \(graph.nodes[$0.to].type)"
    }
  }
}

@inline(never)
@_optimize(none)
private func use(_ objects: AnyObject?...) {}
