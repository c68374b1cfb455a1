import HeapWalking
import OwnershipGraph

/// The heap objects and stored references that are needed to try a finding's suggested break.
struct BreakTarget {
  /// The description from which the finding was made.
  let description: ObjectDescription
  /// The nodes of the description whose objects the suggested break must free.
  let nodes: Set<GraphNode>
  /// The addresses of the nodes' objects and of the storage that is described as a part of them,
  /// ascending.
  let objects: [UInt]
  /// An over-retained object. Its finding has no reference to break. To try the fix, a forked
  /// process releases the object once for each retain that no known owner explains.
  struct OverRetained {
    let object: UInt
    /// The number of retains that no known owner explains.
    let owners: Int
    /// The number of retains, among ``owners``, that words of untyped memory may explain. If a
    /// deinitializer also releases the reference in such a word, the object is released too often.
    let possibleOwners: Int
    /// The other objects that words of untyped memory appear to retain, with the number of such
    /// retains. ARC does not release these retains; only the code of a deinitializer can.
    let behindMemory: [(object: UInt, owners: Int)]
  }

  /// The over-retained object; `nil` for other findings.
  let overRetained: OverRetained?

  init(
    description: ObjectDescription, nodes: Set<GraphNode>,
    overRetained: OverRetained? = nil
  ) {
    self.description = description
    self.nodes = nodes
    self.overRetained = overRetained
    objects = description.nodeOf.keys(where: nodes.contains).sorted()
  }
}
