package import OwnershipGraph

/// The description of a set of objects for reports.
package struct ObjectDescription {
  package var graph: ObjectGraph
  /// The node of each described object, by the object's address. Joined storage has the node of its
  /// owner.
  package var nodeOf: [UInt: GraphNode]
  /// The address of each joined object's owner, by the address of the joined object.
  package var owners: [UInt: UInt] = [:]
  package var coverage: Coverage
  /// The graph's references, each with the machine word that stores it. If a reference passes
  /// through ``JoinedStorage``, the word is in that storage.
  package var storedReferences: [StoredReference] = []

  /// The code of suspended tasks that retain described objects but are not described themselves.
  package var tasks: [SuspendedCode] = []

  /// A Boolean value indicating whether a node represents several objects.
  package var isByType: Bool { graph.nodes.contains { $0.count > 1 } }

  /// A reference of the graph and the word that stores it.
  package struct StoredReference: Hashable, Sendable {
    /// The referring object.
    package var from: GraphNode
    /// The referenced object.
    package var to: GraphNode
    package var label: String
    package var slot: ReferenceSlot
    /// The address of the object that the word refers to.
    package var target: UInt
  }
}
