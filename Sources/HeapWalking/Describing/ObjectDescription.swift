package import OwnershipGraph

/// A set of objects as a person reads about them.
package struct ObjectDescription {
  package var graph: ObjectGraph
  /// For each object described its node; storage that was joined to its owner has
  /// the owner's.
  package var nodeOf: [UInt: Int]
  /// For each object that was joined to another one the latter, by their addresses.
  package var owners: [UInt: UInt] = [:]
  package var coverage: Coverage
  /// Where the references of the graph are stored. Those through storage that was joined to its
  /// owner are in the storage.
  package var storedReferences: [StoredReference] = []

  /// A reference of the graph with the word that it was read from.
  package struct StoredReference: Hashable, Sendable {
    /// The index of the referring object in the graph's nodes.
    package var from: Int
    /// The index of the object referred to.
    package var to: Int
    package var label: String
    package var slot: ReferenceSlot
    /// The address of the object that the word refers to.
    package var target: UInt
  }
}
