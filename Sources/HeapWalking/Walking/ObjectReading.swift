package import OwnershipGraph

/// Everything that one object refers to, named.
package struct ObjectReading: Sendable {
  /// One reference out of an object.
  package struct Reference: Sendable, Hashable {
    package var target: UInt
    /// The field path or capture: `state.handlers[*]`, `capture #1`.
    package var label: String
    package var strength: Strength
    package var evidence: Evidence
    /// The code that goes with a closure's context; 0 for other references.
    package var function: UInt
    /// Where the reference is stored; `nil` for one that does not own its target, or that was
    /// found in untyped memory.
    package var slot: ReferenceSlot?
  }

  package var references: [Reference]
  package var coverage: Coverage
  package var kind: ObjectGraph.Kind
  /// The bytes of the instance and of what its class keeps after it.
  package var size: Int
  package var counts: ReferenceCounts
}
