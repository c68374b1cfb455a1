package import OwnershipGraph

/// The description of a set of objects for reports.
package struct ObjectDescription {
  package var graph: ObjectGraph
  /// The node of each described object; joined storage has the node of its owner.
  package var nodeOf: [UInt: GraphNode]
  /// For the address of each joined object, the address of its owner.
  package var owners: [UInt: UInt] = [:]
  package var coverage: Coverage
  /// The words that store the references of the graph. A reference through joined storage is stored
  /// in a word of the storage.
  package var storedReferences: [StoredReference] = []

  /// The code of the suspended tasks that retain the objects and are not among them.
  package var tasks: [SuspendedCode] = []

  /// A Boolean value indicating whether a node represents several objects.
  package var isByType: Bool { graph.nodes.contains { $0.count > 1 } }

  /// A reference of the graph with the word that stores it.
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
