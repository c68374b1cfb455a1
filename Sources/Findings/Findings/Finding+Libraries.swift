import KnownCode
import OwnershipGraph

extension Finding {
  /// A Boolean value indicating whether Foundation itself over-retains the finding's objects, and
  /// these objects retain no object of the program.
  ///
  /// On Linux, Foundation retains each timer for the run loop and never releases it, whatever the
  /// program does. Objects that the timer's closure captures strongly are not released either, but
  /// they are the program's own leak. Foundation also over-retains XML attributes.
  package var isFoundationOverRetention: Bool {
    guard rule == .overRetained else { return false }
    let origins = CodeOrigins()
    return graph.nodes.allSatisfy { node in
      switch node.role {
      case .held: KnownLibraryLeaks.isOverRetainedByFoundation(node.qualifiedType)
      default: node.kind.isClosure || !origins.isOutsideLibraries(node)
      }
    }
  }

  /// A Boolean value indicating whether the finding is a cycle that XCTest keeps until the process
  /// ends, such as the one between a test case and its run.
  ///
  /// XCTest stores every reference of the cycle: in its own objects, in the properties that a test
  /// case inherits, or in the blocks that `addTeardownBlock` added, even after they have run.
  package var isXCTestCycle: Bool {
    let members = graph.cycleReferences().map { graph.references[$0] }
    guard rule.isCycle, members.contains(where: graph.isStoredByXCTest) else { return false }
    let kept = graph.closuresKeptByXCTest()
    return members.allSatisfy { graph.isStoredByXCTest($0) || kept.contains($0.from) }
  }

  /// A Boolean value indicating whether the finding is the cycle between Foundation's `Process` and
  /// its run-loop source, and the cycle keeps no object of the program alive. It may keep the
  /// process's termination handler alive.
  ///
  /// On Linux, only `waitUntilExit()` releases the source, so a program leaks each process that it
  /// observes only with a termination handler. Source: `Process.swift` in
  /// swift-corelibs-foundation, "runLoopSource".
  package var isFoundationProcessCycle: Bool {
    let members = graph.cycleReferences().map { graph.references[$0] }
    return members.contains {
      KnownLibraryLeaks.isRunLoopSource($0.label, ofProcess: graph.nodes[$0.from].qualifiedType)
    } && retainsOnlyClosures
  }

  /// A Boolean value indicating whether the finding is a cycle of objects that Foundation leaks,
  /// such as a `Timer` and its run-loop timer, and the cycle keeps no object of the program alive.
  /// It may keep a closure alive.
  ///
  /// On Linux, a timer that was not added to a run loop is never released.
  package var isFoundationTimerCycle: Bool {
    let members = graph.cycleReferences().flatMap { index in
      [graph.references[index].from, graph.references[index].to]
    }
    return rule.isCycle && !members.isEmpty && retainsOnlyClosures
      && members.allSatisfy {
        KnownLibraryLeaks.isOverRetainedByFoundation(graph.nodes[$0].qualifiedType)
      }
  }

  /// A Boolean value indicating whether all objects of the finding belong to the toolchain's
  /// libraries, except for closures outside its cycles and objects with the role `context`.
  private var retainsOnlyClosures: Bool {
    let origins = CodeOrigins()
    return graph.nodes.allSatisfy { node in
      node.role == .context || origins.origin(of: node) == .language
        || node.role != .cycle && node.kind.isClosure
    }
  }

  /// A Boolean value indicating whether the leak is a mistake in a library of the toolchain, so
  /// that only the library's authors can fix it.
  package var isKnownLibraryLeak: Bool {
    isFoundationOverRetention || isXCTestCycle || isFoundationProcessCycle
      || isFoundationTimerCycle
  }

  /// A Boolean value indicating whether the finding is about the root package's own code.
  ///
  /// Such a finding contains an object or closure of the root package, not counting objects with
  /// the role `context`. An over-retained object of a library, such as a string's storage, also
  /// belongs to the root package if code of the root package allocated it: that code is assumed to
  /// own the object. Known leaks of libraries are excluded. If the code is unknown, the generic
  /// arguments of the object's type decide.
  package var involvesProgram: Bool {
    let origins = CodeOrigins()
    return graph.nodes.contains { $0.role != .context && origins.isProgram($0) }
      || rule == .overRetained && !isKnownLibraryLeak
        && graph.nodes.contains { $0.role == .held && $0.isAllocatedByProgram }
  }

  /// A Boolean value indicating whether the finding is a new cycle that is not a mistake in a
  /// library of the toolchain.
  package var isUnexpectedCycle: Bool { rule.isCycle && status == .new && !isKnownLibraryLeak }
}

extension ObjectGraph.Node {
  /// A Boolean value indicating whether code of the root package allocated the object. If the line
  /// of the allocation is unknown, the value is `true` if the object's type has a generic argument
  /// that is not a library's type.
  fileprivate var isAllocatedByProgram: Bool {
    if let location = allocation.first?.location { return !location.isInDependency }
    guard let start = qualifiedType.firstIndex(of: "<") else { return false }
    let names = qualifiedType[start...].split { character in
      !(character.isLetter || character.isNumber || "_.".contains(character))
    }
    let foreign = KnownModules.libraries.union(["", "Builtin", "__C"])
    return names.contains { name in
      name.contains(".") && !foreign.contains(String(name.prefix { $0 != "." }))
    }
  }
}

extension ObjectGraph {
  /// Returns whether XCTest stores a reference in one of its objects, or in a property that a test
  /// case inherits.
  fileprivate func isStoredByXCTest(_ reference: Reference) -> Bool {
    if KnownLibraryLeaks.belongsToXCTest(nodes[reference.from].qualifiedType) { return true }
    return reference.declaration?.module.map { $0 == KnownLibraryLeaks.testModule }
      ?? (reference.label == "testRun"
        && KnownLibraryLeaks.isXCTestRun(nodes[reference.to].qualifiedType))
  }

  /// Returns the closures that only XCTest keeps, directly or through other such closures. Closures
  /// that keep themselves alive are not among them.
  fileprivate func closuresKeptByXCTest() -> Set<Int> {
    let owners = Dictionary(grouping: references.filter { $0.strength == .strong }, by: \.to)
      .filter { nodes[$0.key].kind.isClosure }
    var kept: Set<Int> = []
    var hasChanged = true
    while hasChanged {
      let found = owners.filter { closure, owners in
        !kept.contains(closure)
          && owners.allSatisfy { isStoredByXCTest($0) || kept.contains($0.from) }
      }
      kept.formUnion(found.keys)
      hasChanged = !found.isEmpty
    }
    return kept
  }
}
