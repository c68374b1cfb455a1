import HeapWalking
import OwnershipGraph

/// The objects and references of a finding in the heap, which executing its break needs.
struct BreakTarget {
  /// The objects that the finding was made from.
  let description: ObjectDescription
  /// The nodes of the description that the finding keeps alive.
  let nodes: Set<Int>
  /// The object that is over-retained, and how many of its owners were not found: it is released
  /// once for each instead of breaking a reference.
  var overRetained: (object: UInt, owners: Int)?

  /// The addresses of the nodes' objects, with the storage that was joined to them.
  var objects: [UInt] {
    description.nodeOf.filter { nodes.contains($0.value) }.map(\.key).sorted()
  }
}
