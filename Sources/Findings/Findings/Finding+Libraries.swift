import KnownCode
import OwnershipGraph

extension Finding {
  /// Foundation retained objects of its own once too often, and no object of the program
  /// hangs from them.
  ///
  /// On Linux a timer retains itself for the run loop and is never released, whatever the
  /// program does; what its closure captures strongly stays, too, and that is the program's.
  /// Likewise an attribute of XML, once it is made.
  package var isFoundationsOverRetention: Bool {
    guard rule == .overRetained else { return false }
    let hosts = HostPreference()
    return graph.nodes.allSatisfy { node in
      switch node.role {
      case .held: KnownLibraryLeaks.isOverRetainedByFoundation(node.qualifiedType)
      default: node.kind.isClosure || !hosts.isHost(node)
      }
    }
  }

  /// XCTest retains a test case and its run in a cycle until the process ends.
  ///
  /// Every reference of the cycle is declared by XCTest: from one of its objects, or the
  /// property `testRun` that a test case inherits.
  package var isXCTestsCycle: Bool {
    let members = graph.cycleReferences().map { graph.references[$0] }
    func isRun(_ node: Int) -> Bool {
      KnownLibraryLeaks.isXCTestRun(graph.nodes[node].qualifiedType)
    }
    return !members.isEmpty
      && members.allSatisfy { isRun($0.from) || ($0.label == "testRun" && isRun($0.to)) }
  }

  /// A leak that a library of the toolchain makes by itself and only its authors can fix.
  package var isKnownLibraryLeak: Bool { isFoundationsOverRetention || isXCTestsCycle }
}
