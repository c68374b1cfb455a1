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
      case .held: Self.isRetainedByFoundation(node)
      default: node.kind.isClosure || !hosts.isHost(node)
      }
    }
  }

  /// A timer, a piece of XML, or a type that only CoreFoundation makes objects of.
  private static func isRetainedByFoundation(_ node: ObjectGraph.Node) -> Bool {
    let type = node.qualifiedType
    return type == "Foundation.Timer"
      || ["Foundation._NSCF", "Foundation.__NSCF", "FoundationXML."].contains { type.hasPrefix($0) }
  }

  /// XCTest retains a test case and its run in a cycle until the process ends.
  ///
  /// Every reference of the cycle is declared by XCTest: from one of its objects, or the
  /// property `testRun` that a test case inherits.
  package var isXCTestsCycle: Bool {
    let members = graph.cycleReferences().map { graph.references[$0] }
    func isRun(_ node: Int) -> Bool {
      let type = graph.nodes[node].qualifiedType
      return type.hasPrefix("XCTest.") && type.hasSuffix("Run")
    }
    return !members.isEmpty
      && members.allSatisfy { isRun($0.from) || ($0.label == "testRun" && isRun($0.to)) }
  }

  /// A leak that a library of the toolchain makes by itself and only its authors can fix.
  package var isKnownLibraryLeak: Bool { isFoundationsOverRetention || isXCTestsCycle }
}
