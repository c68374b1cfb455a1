package import OwnershipGraph

/// A set of objects as a person reads about them.
package struct ObjectDescription {
  package var graph: ObjectGraph
  /// For each object described its node; storage that was joined to its owner has
  /// the owner's.
  package var nodeOf: [UInt: Int]
  package var coverage: Coverage
}
