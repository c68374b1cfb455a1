package import OwnershipGraph

extension ObjectGraph {
  /// Returns whether an object belongs only to occurrences of the finding that are not shown. Such
  /// an object represents its type and has no references.
  package func belongsToOtherOccurrence(_ node: Int) -> Bool {
    nodes[node].role == .context && nodes[node].kind != .root
      && !references.contains { $0.from == node || $0.to == node }
  }
}
