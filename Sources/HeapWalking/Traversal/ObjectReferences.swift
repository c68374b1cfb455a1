package import OwnershipGraph

/// The references of one object, with labels.
package struct ObjectReferences: Sendable {
  /// One reference from the object.
  package struct Reference: Sendable, Hashable {
    package var target: UInt
    /// The field path or the capture, such as `state.handlers[*]` or `capture #1`.
    package var label: String
    package var strength: Strength
    package var evidence: Evidence
    /// If the target is a closure's context, the address of the closure's code; 0 for other
    /// references.
    package var function: UInt
    /// The word that stores the reference; `nil` if the reference does not own its target. Also
    /// `nil` for a reference that was found by scanning, unless it is part of a function value that
    /// ``HeapWalker/functionValues(inMemoryOf:withContexts:bytesLeft:isObject:)`` found.
    package var slot: ReferenceSlot?
    /// A Boolean value indicating whether the reference is stored in the payload of an enum's case
    /// or in the value of an existential, or refers to the box of such a payload or value. Its path
    /// is then not an expression that a program can contain. An optional does not count as an enum.
    package var isInPayload = false
    /// A Boolean value indicating whether the reference is stored in the box of a variable that a
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
