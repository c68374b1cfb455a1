/// What a plan does at one offset of a value.
enum Opcode: UInt8, BitwiseCopyable {
  /// A word that is a strong reference or no address at all.
  case strong
  /// The same with flags in the high bits; the highest set: no object.
  case bridge
  /// Two words, a function and its context.
  case function
  /// A word that leads to a side table.
  case weak
  case unowned
  /// `unowned(unsafe)`: the address of an object that the reference does not keep alive.
  case unownedUnsafe
  /// An `Unmanaged` value, which may own a retain that the program balances by hand.
  case unmanaged
  /// A raw pointer, which may lead to an object that was retained by hand.
  case pointer
  /// A reference to a block, which is no Swift object.
  case block
  /// Five words or more: three of value or box, then the value's metadata.
  case existential
  /// An enum that must be asked for its case; the operand is its ``EnumChoice``.
  case choice
  /// The same value several times; the operand is its ``Repetition``.
  case repetition
  /// Bytes of unknown type; the operand is their number.
  case scan
  /// Bytes of unknown type and extent, from here to the object's end.
  case scanRest
}

/// One instruction of a plan.
///
/// A type's plan is compiled once from metadata; after that, reading an object
/// is running over its steps and loading words.
struct PlanStep: BitwiseCopyable {
  var offset: UInt32
  var opcode: Opcode
  /// What the reference is called, an index into ``PlanStore/labels``.
  var label: UInt32
  var operand: UInt32 = 0
}

/// Steps that lie side by side in ``PlanStore/steps``.
typealias StepRange = ArenaSlice<PlanStep>

/// How to read an enum whose case does not follow from its references alone.
struct EnumChoice: BitwiseCopyable {
  struct Case: BitwiseCopyable {
    /// Relative to the payload; empty for a case without references.
    var steps: StepRange
    /// The case's name, and whether the payload is in a box of its own.
    var label: UInt32
    var isIndirect: Bool
  }

  let metadata: Metadata
  let size: Int
  /// A Boolean value indicating whether taking the payload out changes no bit of it, so no copy is
  /// needed.
  let isInPlace: Bool
  /// By tag, in ``PlanStore/cases``; tags past the end have no payload.
  let cases: ArenaSlice<Case>
}

/// A value stored several times, one after another.
struct Repetition: BitwiseCopyable {
  let count: Int
  let stride: Int
  let steps: StepRange
}
