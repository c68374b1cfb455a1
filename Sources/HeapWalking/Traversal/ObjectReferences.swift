package import OwnershipGraph

/// The references of one object, with labels.
package struct ObjectReferences: Sendable {
  /// One reference from the object.
  package struct Reference: Sendable, Hashable {
    package var target: UInt
    /// The field path or capture: `state.handlers[*]`, `capture #1`.
    package var label: String
    package var strength: Strength
    package var evidence: Evidence
    /// The code of the closure if the target is a closure's context; 0 for other references.
    package var function: UInt
    /// The word that stores the reference; `nil` if the reference does not own its target or was
    /// found by scanning. For a function value, the word is known even if it was found by scanning.
    package var slot: ReferenceSlot?
    /// A Boolean value indicating whether the reference is stored in the box of a variable, which a
    /// closure captures by reference.
    package var isInVariable = false
  }

  package var references: [Reference]
  package var coverage: Coverage
  package var kind: ObjectGraph.Kind
  /// The size of the allocation, if it is recorded; otherwise the size of the instance without the
  /// storage after its fields.
  package var size: Int
  package var counts: ReferenceCounts
}
