package import OwnershipGraph

/// An object of the registry that is alive when a snapshot is taken.
package struct Survivor: Sendable, Hashable {
  /// The reason why a survivor is alive.
  package enum Fate: String, Sendable {
    case leakedInCycle = "leaked in a cycle"
    case leakedBehindCycle = "leaked behind a cycle"
    case held
    case ownerUnexplained = "owner unexplained"
  }

  /// Its node in the snapshot's graph.
  package var node: GraphNode
  package var fate: Fate
  /// The declared roots that reach it, in order of declaration.
  package var roots: [String]
  /// Its number in the registry, which increases with each allocation.
  package var sequence: UInt64

  package init(node: GraphNode, fate: Fate, roots: [String] = [], sequence: UInt64 = 0) {
    self.node = node
    self.sequence = sequence
    self.fate = fate
    self.roots = roots
  }
}
