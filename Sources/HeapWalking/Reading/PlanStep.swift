/// The operation that a step of a plan performs at an offset of a value.
enum Opcode: UInt8, BitwiseCopyable {
  /// A strong reference. A word that is not an address is skipped.
  case strong
  /// A strong reference with flags in the high bits. If the highest bit is set, the word does not
  /// refer to an object.
  case bridge
  /// A function value: two words, the code and its context.
  case function
  /// A weak reference: a word that refers to a side table.
  case weak
  /// An unowned reference. The operand is 1 if the reference can be `nil`, and otherwise 0. The
  /// operand of ``unownedUnsafe`` has the same meaning.
  case unowned
  /// `unowned(unsafe)`: the address of an object that the reference does not keep alive.
  case unownedUnsafe
  /// An `Unmanaged` value, which may own a retain that the program balances manually.
  case unmanaged
  /// A raw pointer, which may refer to an object that was retained manually.
  case pointer
  /// A reference to a block, which is not a Swift object.
  case block
  /// An existential, with four words or more: three for the value or its box, one for the value's
  /// metadata, and the witness tables.
  case existential
  /// An enum whose case is read by its value witnesses; the operand is the index of its
  /// ``EnumChoice``.
  case choice
  /// Several values of one type; the operand is the index of their ``Repetition``.
  case repetition
  /// Bytes of unknown type; the operand is the number of bytes.
  case scan
  /// Bytes of unknown type, up to the end of the object.
  case scanRest
}

/// One instruction of a plan.
///
/// The plan of a type is compiled once from its metadata. An object is then read by running the
/// steps.
struct PlanStep: BitwiseCopyable {
  var offset: UInt32
  var opcode: Opcode
  /// The label of the reference, an index into ``PlanStore/labels``.
  var label: UInt32
  var operand: UInt32 = 0

  /// A Boolean value indicating whether the step reads an unowned reference that may be `nil`.
  var isUnownedOptional: Bool { operand == 1 && [.unowned, .unownedUnsafe].contains(opcode) }
}

/// Adjacent steps in ``PlanStore/steps``.
typealias StepRange = ArenaSlice<PlanStep>

/// A plan for an enum whose case cannot be determined from the stored references alone.
struct EnumChoice: BitwiseCopyable {
  struct Case: BitwiseCopyable {
    /// The steps, relative to the payload; empty for a case without references.
    var steps: StepRange
    /// The case's name, as an index into ``PlanStore/labels``.
    var label: UInt32
  }

  let metadata: Metadata
  let size: Int
  /// A Boolean value indicating whether the payload can be read in place, because extracting it
  /// would change no bits.
  let isInPlace: Bool
  /// The cases with a payload, by tag: a slice of ``PlanStore/cases``. Larger tags denote cases
  /// without payload.
  let cases: ArenaSlice<Case>
}

/// Several values of one type, stored one after another.
struct Repetition: BitwiseCopyable {
  let count: Int
  let stride: Int
  let steps: StepRange
}
