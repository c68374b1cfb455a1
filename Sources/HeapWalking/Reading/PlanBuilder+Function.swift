// Function values. Bits 16–23 of the flags after the kind are the convention: 0 for a Swift
// function (code and context), 1 for a block, 2 for a thin function, 3 for a C function. Source:
// `FunctionTypeFlags` in `MetadataValues.h` of the Swift repository.

extension PlanBuilder {
  func functionPlan(for type: Metadata) -> ValuePlan {
    switch type.convention {
    case 0: reference(.function)
    case 1: reference(.block)
    default: ValuePlan()
    }
  }
}

extension Metadata {
  fileprivate var convention: UInt { address.word(8) >> 16 & 0xFF }

  /// A Boolean value indicating whether this function type is the type of a block.
  var isBlock: Bool { convention == 1 }
}
