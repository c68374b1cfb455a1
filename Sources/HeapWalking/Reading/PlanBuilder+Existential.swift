// Existentials. A class-bound one is a reference and witness tables; an error is a reference to a
// box; any other is three words of value or a reference to a box, the value's metadata, and witness
// tables. The flags after the kind distinguish them: the highest bit is set if not class-bound,
// bits 24–29 denote a special protocol (1: Error). A constrained existential (`any P<Int>`) has a
// shape instead, whose low byte is 0 for an opaque value, 1 for a class and 2 for a metatype.
// Source: `ExistentialTypeFlags` and `ExtendedExistentialTypeShapeFlags` in `MetadataValues.h`.

extension PlanBuilder {
  func existentialPlan(for type: Metadata) -> ValuePlan {
    let flags = type.address.uint32(8)
    let isError = flags >> 24 & 0x3F == 1
    let isClassBound = flags & 0x8000_0000 == 0
    return reference(isError || isClassBound ? .strong : .existential)
  }

  func extendedExistentialPlan(for type: Metadata) -> ValuePlan {
    switch type.address.address(8).uint32(0) & 0xFF {
    case 0: reference(.existential)
    case 1: reference(.strong)
    case 2: ValuePlan()
    default: untyped(type)
    }
  }
}
