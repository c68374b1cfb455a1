package import OwnershipGraph

/// A registered or watched object that is alive when a snapshot is taken.
package struct Survivor: Sendable, Hashable {
  /// The classification of the object by its reference counts.
  package enum Retention: String, Sendable {
    case leakedInCycle = "leaked in a cycle"
    case leakedBehindCycle = "retained by a leaked cycle"
    case held
    case ownerUnexplained = "retained by an unknown owner"
  }

  /// The object's node in the snapshot's graph.
  package var node: GraphNode
  package var retention: Retention
  /// The names of the declared roots that reach the object, in order of declaration.
  package var roots: [String]
  /// The object's number in the registry, which increases with each allocation. Watched objects
  /// have larger numbers than registered ones.
  package var sequence: UInt64

  package init(node: GraphNode, retention: Retention, roots: [String] = [], sequence: UInt64 = 0) {
    self.node = node
    self.sequence = sequence
    self.retention = retention
    self.roots = roots
  }
}
