package import OwnershipGraph

extension HeapWalker {
  /// Returns the kind of an object; `unknown` if the object cannot be read by type.
  package func kind(of object: Address) -> ObjectGraph.Kind {
    store.objects[plans.objectPlan(for: object).element.plan].kind
  }

  /// Returns the references of one object, with labels.
  ///
  /// - Complexity: O(references and untyped bytes of the object).
  package func reading(of object: Address) -> ObjectReferences {
    let head = plans.objectPlan(for: object)
    let plan = store.objects[head.element.plan]
    var visitor = NamingVisitor(store: store, live: live)
    visitor.coverage.typedBytes += Int(head.element.typedBytes)
    interpreter.visit(object, head: head, &visitor)
    return ObjectReferences(
      references: visitor.references, coverage: visitor.coverage, kind: plan.kind,
      size: live.size(of: object.bits) ?? plan.size, counts: ReferenceCounts(of: object))
  }
}
