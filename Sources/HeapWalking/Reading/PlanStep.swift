/// The operation of a plan at one offset of a value.
enum Opcode: UInt8, BitwiseCopyable {
  /// A strong reference, or a word that is not an address.
  case strong
  /// A strong reference with flags in the high bits. If the highest bit is set, the word does not
  /// refer to an object.
  case bridge
  /// Two words, a function and its context.
  case function
  /// A word that refers to a side table.
  case weak
  case unowned
  /// `unowned(unsafe)`: the address of an object that the reference does not keep alive.
  case unownedUnsafe
  /// An `Unmanaged` value, which may own a retain that the program balances manually.
  case unmanaged
  /// A raw pointer, which may refer to an object that was retained manually.
  case pointer
  /// A reference to a block, which is not a Swift object.
  case block
  /// Four words or more: three for the value or its box, the value's metadata, and witness tables.
  case existential
  /// An enum whose case is read by its witnesses; the operand is the index of its ``EnumChoice``.
  case choice
  /// Several values of one type; the operand is the index of their ``Repetition``.
  case repetition
  /// Bytes of unknown type; the operand is their number.
  case scan
  /// Bytes of unknown type and extent, up to the object's end.
  case scanRest
}

/// One instruction of a plan.
///
/// A type's plan is compiled once from metadata; after that, reading an object means running its
/// steps and loading words.
struct PlanStep: BitwiseCopyable {
  var offset: UInt32
  var opcode: Opcode
  /// The label of the reference, an index into ``PlanStore/labels``.
  var label: UInt32
  var operand: UInt32 = 0
}

/// Adjacent steps in ``PlanStore/steps``.
typealias StepRange = ArenaSlice<PlanStep>

/// A plan for an enum whose case does not follow from its references alone.
struct EnumChoice: BitwiseCopyable {
  struct Case: BitwiseCopyable {
    /// The steps, relative to the payload; empty for a case without references.
    var steps: StepRange
    /// The case's name.
    var label: UInt32
  }

  let metadata: Metadata
  let size: Int
  /// A Boolean value indicating whether extracting the payload changes no bit, so that no copy is
  /// needed.
  let isInPlace: Bool
  /// The cases with a payload, by tag: a slice of ``PlanStore/cases``. Tags past its end have no
  /// payload.
  let cases: ArenaSlice<Case>
}

/// Several values of one type, stored one after another.
struct Repetition: BitwiseCopyable {
  let count: Int
  let stride: Int
  let steps: StepRange
}
