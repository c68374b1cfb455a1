import HeapWalking
import OwnershipGraph

/// The objects and references of a finding in the heap, for executing its break.
struct BreakTarget {
  /// The objects that the finding was made from.
  let description: ObjectDescription
  /// The nodes of the description that the finding keeps alive.
  let nodes: Set<GraphNode>
  /// The addresses of the nodes' objects and of the storage joined to them, ascending.
  let objects: [UInt]
  /// The over-retained object and the number of its unexplained owners: the object is released once
  /// for each owner instead of breaking a reference.
  let overRetained: (object: UInt, owners: Int)?

  init(
    description: ObjectDescription, nodes: Set<GraphNode>,
    overRetained: (object: UInt, owners: Int)? = nil
  ) {
    self.description = description
    self.nodes = nodes
    self.overRetained = overRetained
    objects = description.nodeOf.lazy.filter { nodes.contains($0.value) }.map(\.key).sorted()
  }
}
