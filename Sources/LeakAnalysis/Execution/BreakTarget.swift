import HeapWalking
import OwnershipGraph

/// The objects and references of a finding in the heap, for executing its break.
struct BreakTarget {
  /// The description of the objects from which the finding was made.
  let description: ObjectDescription
  /// The nodes of the description whose objects the break has to free.
  let nodes: Set<GraphNode>
  /// The addresses of the nodes' objects and of the storage joined to them, ascending.
  let objects: [UInt]
  /// An object that is released once for each unexplained owner. No reference is broken.
  struct OverRetained {
    let object: UInt
    let owners: Int
    /// The number of owners that may be words of untyped memory. A deinitializer that releases the
    /// object on behalf of such a word over-releases it.
    let possibleOwners: Int
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
    objects = description.nodeOf.lazy.filter { nodes.contains($0.value) }.map(\.key).sorted()
  }
}
