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
  /// What the runtime allocated an object as.
  package func kind(of object: Address) -> ObjectGraph.Kind {
    store.objects[store.objectPlan(for: object)].kind
  }

  /// Reads one object.
  ///
  /// - Complexity: O(references out of the object).
  package func reading(of object: Address) -> ObjectReading {
    let index = store.objectPlan(for: object)
    let plan = store.objects[index]
    let head = store.heads[index]
    var visitor = NamingVisitor(store: store, live: live)
    visitor.coverage.typedBytes += Int(head.typedBytes)
    interpreter.visit(object, head: head, plan: index, &visitor)
    return ObjectReading(
      references: visitor.references, coverage: visitor.coverage, kind: plan.kind,
      size: live.size(of: object.bits) ?? plan.size, counts: ReferenceCounts(of: object))
  }
}
