// Existentials.
//
// - A class-bound existential is a reference, followed by witness tables.
// - An error is a reference to a box.
// - Any other existential consists of three words (the value, or a reference to its box), the
//   metadata of the value, and witness tables.
//
// The flags after the kind distinguish these forms: the highest bit is set if the existential is
// not class-bound, and bits 24–29 denote a special protocol (1: Error). The metadata of a
// constrained existential (`any P<Int>`) has a shape instead of flags. The low byte of the shape is
// 0 for an opaque value, 1 for a class and 2 for a metatype. Source: `ExistentialTypeFlags` and
// `ExtendedExistentialTypeShapeFlags` in `MetadataValues.h` of the Swift repository.

extension PlanBuilder {
  func existentialPlan(for type: Metadata) -> ValuePlan {
    let isClassBound = type.address.uint32(8) & 0x8000_0000 == 0
    return type.isError || isClassBound ? reference(.strong) : opaqueExistential()
  }

  func extendedExistentialPlan(for type: Metadata) -> ValuePlan {
    switch type.address.address(8).uint32(0) & 0xFF {
    case 0: opaqueExistential()
    case 1: reference(.strong)
    case 2: ValuePlan()
    default: untyped(type)
    }
  }

  private func opaqueExistential() -> ValuePlan {
    let label = store.label("", isInPayload: true)
    return ValuePlan(steps: [PlanStep(offset: 0, opcode: .existential, label: label)])
  }
}

extension Metadata {
  /// A Boolean value indicating whether this existential type is `any Error`.
  var isError: Bool { address.uint32(8) >> 24 & 0x3F == 1 }
}
