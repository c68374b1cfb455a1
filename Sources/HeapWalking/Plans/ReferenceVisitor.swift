/// What the interpreter of plans tells of an object.
///
/// One visitor counts references of millions of objects, another collects the names
/// of a few; the interpreter is specialised for each.
protocol ReferenceVisitor: ~Copyable {
  /// Weak references are wanted too; to see through one costs two questions to the system.
  var followsWeakReferences: Bool { get }
  /// Objects are complete, so how many elements one says that it has is true.
  var believesCounts: Bool { get }
  /// A reference was read.
  mutating func reference(_ found: RawReference)
  /// Returns the references until the matching ``leave()`` lie inside the value called `label`.
  mutating func enter(label: UInt32)
  mutating func leave()
  /// Returns the references until ``leaveCopy()`` are read from `copy`, a copy of the `size` bytes
  /// at `original`.
  mutating func enterCopy(_ copy: Address, of original: Address, size: Int)
  mutating func leaveCopy()
  /// Returns the references until ``leaveSlots()`` are in `bytes` that may not be in use: only what
  /// leads to an object known to be live is one.
  mutating func enterSlots(bytes: Int)
  mutating func leaveSlots()
  /// Returns the bytes of `object`, the largest number where they are not known.
  func extent(of object: Address) -> Int
  /// `length` bytes from `start` have no known type.
  mutating func untyped(start: Address, length: Int, label: UInt32)
  /// Bytes from `offset` of `object` to its end have no known type.
  mutating func untypedRest(of object: Address, from offset: Int, label: UInt32)
}

extension ReferenceVisitor where Self: ~Copyable {
  @inline(__always)
  mutating func enterCopy(_ copy: Address, of original: Address, size: Int) {}
  @inline(__always)
  mutating func leaveCopy() {}
}

/// A reference as it is read, before it is named.
struct RawReference {
  enum Strength: UInt8 {
    case strong, weak, unowned, unownedUnsafe
    /// An `Unmanaged` value or a raw pointer: it may own a retain, and no type says whether it
    /// does.
    case unmanaged, pointer
  }

  var target: UInt
  var strength: Strength
  /// An index into ``PlanStore/labels``.
  var label: UInt32
  /// The code that goes with a context; 0 for other references.
  var function: UInt = 0
  /// Where it was read.
  var place: Address
}
