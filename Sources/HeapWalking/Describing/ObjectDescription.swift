package import OwnershipGraph

/// The description of a set of objects for reports.
package struct ObjectDescription {
  package var graph: ObjectGraph
  /// A map from the address of each described object to its node. Storage that is shown as a part
  /// of its owner (see ``JoinedStorage``) is mapped to the owner's node.
  package var nodeOf: DescribedNodes
  /// A map from the address of each joined object to the address of its owner.
  package var owners: [UInt: UInt] = [:]
  package var coverage: Coverage
  /// The machine words that store the graph's references.
  package var storedReferences = StoredReferences()

  /// The code of suspended tasks that retain described objects. The tasks themselves have no nodes.
  package var tasks: [SuspendedCode] = []
  /// The events or objects awaited by the tasks that retain described objects, without repetitions.
  package var waits: [TaskWait] = []

  /// A Boolean value indicating whether a node represents several objects.
  package var isByType: Bool { graph.nodes.contains { $0.count > 1 } }
}
