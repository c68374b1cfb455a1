package import Findings
import OwnershipGraph

extension Finding {
  /// The indices, in the graph's references, of the references that reports mark as ones to break.
  ///
  /// There are none if the cycle ends only when work of the program continues. Otherwise, these are
  /// references in `advisedBreaks`; the ones that a library call breaks come last. If
  /// `advisedBreaks` is empty and the runtime retains the finding's objects, strong captures are
  /// marked instead: those in which a closure of the program captures an object of the program. No
  /// capture is marked if the cause shows that a weak capture would not help.
  package var markedBreaks: [Int] {
    if waitsForProgram { return [] }
    guard rule == .heldByRuntime, advisedBreaks.isEmpty else {
      return advisedBreaks.filter(isMarked).callsLast(in: graph)
    }
    guard cause.map(Self.causesWithoutEdit.contains) != true else { return [] }
    let origins = CodeOrigins()
    return graph.references.indices.filter { index in
      let reference = graph.references[index]
      let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
      return reference.strength == .strong && source.kind.isClosure
        && origins.isOutsideLibraries(source)
        && origins.isOutsideLibraries(target) && !target.kind.isClosure
    }
  }

  /// Causes of held objects for which a weak capture would not help: the task needs the object, or
  /// retains it in another way.
  private static let causesWithoutEdit: [Cause] = [
    .taskKeepsObject, .methodKeepsObject, .strongReferenceAcrossAwait, .jobNeverRuns,
    .tasksAwaitEachOther,
  ]

  /// The references to break that determine the drawn cycle. The drawing shows a cycle through the
  /// first of them that is in a cycle.
  ///
  /// The value is ``markedBreaks``. If the cycle ends only when work of the program continues, the
  /// value is `advisedBreaks` without references from an object to itself.
  package var drawnBreaks: [Int] {
    guard waitsForProgram else { return markedBreaks }
    return advisedBreaks.filter { graph.references[$0].from != graph.references[$0].to }
  }

  /// The cycle to draw; `nil` if the objects are not retained by a cycle. Objects that the runtime
  /// retains may refer to each other in a cycle as well, but breaking it would not release them.
  package var cycleTrace: CycleTrace? {
    rule == .heldByRuntime ? nil : CycleTrace(of: graph, breaking: drawnBreaks)
  }

  /// Returns whether reports mark this reference, which is in `advisedBreaks`, as one to break. A
  /// task's reference is not marked if a closure's capture of the same object is also advised,
  /// because one edit changes both. A reference that only a library of the language can break is
  /// marked only if this is true of all references in `advisedBreaks`.
  private func isMarked(_ index: Int) -> Bool {
    let reference = graph.references[index]
    if graph.isOutOfReach(index) { return advisedBreaks.allSatisfy { graph.isOutOfReach($0) } }
    guard graph.nodes[reference.from].kind == .task else { return true }
    return !advisedBreaks.contains { other in
      let capture = graph.references[other]
      return capture.to == reference.to && graph.nodes[capture.from].kind.isClosure
    }
  }
}

extension [Int] {
  /// Returns the references, with the ones that a library call breaks moved to the end.
  fileprivate func callsLast(in graph: ObjectGraph) -> [Int] {
    let isCall = { (index: Int) in LibraryCall.ending(graph.references[index], in: graph) != nil }
    return filter { !isCall($0) } + filter(isCall)
  }
}
