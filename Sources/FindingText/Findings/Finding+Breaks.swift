package import Findings

extension Finding {
  /// The references to break, as indices of the graph's references: for a cycle, the advised
  /// breaks; for objects that the runtime retains, the captures of the program's closures that can
  /// be weak.
  package var markedBreaks: [Int] {
    guard rule == .heldByRuntime, advisedBreaks.isEmpty else { return advisedBreaks }
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
}
