// Boxes.
//
// A box contains a captured `var` of a generic type, a value that is too large to be stored inline
// in an existential, or the payload of an indirect case. The metadata of such a box has the kind
// 0x500. At offset 8, the metadata contains the value's offset in the box; at offset 16, it
// contains the value's type.
//
// An error is also stored in a box. The metadata of this box has the kind 0x501. At offset 16, the
// box itself contains the value's type, then a witness table, and then the aligned value.
//
// Source: `GenericBoxHeapMetadata` in `Metadata.h` and `SwiftError` in `ErrorObject.h` of the Swift
// repository.

internal import OwnershipGraph

extension PlanBuilder {
  func boxPlan(for metadata: Metadata) -> ObjectPlan {
    let type = Metadata(metadata.address.address(16))
    return box(of: type, at: Int(metadata.address.uint32(8)), kind: .box)
  }

  /// Returns the plan for an error. All errors have the same metadata, so the plan is valid only
  /// for errors of one type.
  func errorPlan(for object: Address) -> ObjectPlan {
    let type = Metadata(object.address(16))
    let start = (32 + type.alignment - 1) & ~(type.alignment - 1)
    var plan = box(of: type, at: start, kind: .error)
    plan.dependsOnBindings = true
    return plan
  }

  private func box(of type: Metadata, at offset: Int, kind: ObjectGraph.Kind) -> ObjectPlan {
    let steps = nest(plan(for: type), at: offset, label: "")
    return ObjectPlan(
      steps: store.steps.append(contentsOf: steps), kind: kind, type: type,
      size: offset + type.size,
      untypedBytes: steps.reduce(0) { $0 + ($1.opcode == .scan ? Int($1.operand) : 0) })
  }
}
