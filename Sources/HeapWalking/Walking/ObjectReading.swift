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
  }

  package var references: [Reference]
  package var coverage: Coverage
  package var kind: ObjectGraph.Kind
  /// The bytes of the instance and of what its class keeps after it.
  package var size: Int
  package var counts: ReferenceCounts
}

extension HeapWalker {
  /// Reads one object.
  ///
  /// - Complexity: O(references out of the object).
  package func reading(of object: Address) -> ObjectReading {
    let plan = store.objects[store.objectPlan(for: object)]
    var visitor = NamingVisitor(store: store, live: live)
    visitor.coverage.typedBytes += max(0, plan.size - 16 - plan.untypedBytes)
    interpreter.visit(object, plan: plan, &visitor)
    return ObjectReading(
      references: visitor.references, coverage: visitor.coverage, kind: plan.kind,
      size: live.size(of: object.bits) ?? plan.size, counts: ReferenceCounts(of: object))
  }
}
