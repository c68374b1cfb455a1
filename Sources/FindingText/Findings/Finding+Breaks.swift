package import Findings

extension Finding {
  /// The references to break, as indices of the graph's references: for a cycle, the advised
  /// breaks; for objects that the runtime retains, if no breaks are advised, the captures of the
  /// program's closures that can be weak.
  package var markedBreaks: [Int] {
    guard rule == .heldByRuntime, advisedBreaks.isEmpty else {
      return advisedBreaks.filter(isMarked)
    }
    // A task that uses an object needs the object, so a weak capture would not help.
    guard cause != .taskKeepsObject else { return [] }
    let host = HostPreference()
    return graph.references.indices.filter { index in
      let reference = graph.references[index]
      let (source, target) = (graph.nodes[reference.from], graph.nodes[reference.to])
      return reference.strength == .strong && source.kind.isClosure && host.isHost(source)
        && host.isHost(target) && !target.kind.isClosure
    }
  }

  /// Returns whether an advised break is marked in a report. A task's reference is not marked if an
  /// advised break is a closure's capture of the same object: one edit changes both references.
  private func isMarked(_ index: Int) -> Bool {
    let reference = graph.references[index]
    guard graph.nodes[reference.from].kind == .task else { return true }
    return !advisedBreaks.contains { other in
      let capture = graph.references[other]
      return capture.to == reference.to && graph.nodes[capture.from].kind.isClosure
    }
  }
}
