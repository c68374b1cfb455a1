/// A type that receives the references of an object from a ``PlanInterpreter``.
///
/// ``GraphVisitor`` collects the references of millions of objects. ``NamingVisitor`` collects the
/// references of a single object, with their field paths. The interpreter is specialized for each
/// visitor.
protocol ReferenceVisitor: ~Copyable {
  /// A Boolean value indicating whether weak references are visited too. Resolving a weak reference
  /// takes two system calls.
  var followsWeakReferences: Bool { get }
  /// A Boolean value indicating whether the element counts that collections store are correct. The
  /// count of a collection under construction may be wrong.
  var trustsElementCounts: Bool { get }
  /// Visits a reference.
  mutating func reference(_ found: RawReference)
  /// Announces that the references inside a value are visited next. The matching call of
  /// ``leave()`` follows the last of these references.
  ///
  /// - Parameter label: The label of the value, an index into ``PlanStore/labels``.
  mutating func enter(label: UInt32)
  mutating func leave()
  /// Announces references that are read from `copy`, a copy of the `size` bytes at `original`.
  /// ``leaveCopy()`` follows the last of them.
  mutating func enterCopy(_ copy: Address, of original: Address, size: Int)
  mutating func leaveCopy()
  /// Announces references in slots that may be unused. ``leaveSlots()`` follows the last of them.
  /// A visitor that records references accepts only those to live objects.
  ///
  /// - Parameter bytes: The size of all slots.
  mutating func enterSlots(bytes: Int)
  mutating func leaveSlots()
  /// Returns the size of `object` in bytes; the largest integer if it is unknown.
  func extent(of object: Address) -> Int
  /// Visits `length` bytes of unknown type at `start`.
  mutating func untyped(start: Address, length: Int, label: UInt32)
  /// Visits the bytes of unknown type that start at `offset` of `object` and extend to its end.
  mutating func untypedRest(of object: Address, from offset: Int, label: UInt32)
}

extension ReferenceVisitor where Self: ~Copyable {
  @inline(__always)
  mutating func enterCopy(_ copy: Address, of original: Address, size: Int) {}
  @inline(__always)
  mutating func leaveCopy() {}
}

/// A reference that was just read. It contains the index of its label instead of the label itself.
struct RawReference {
  enum Strength: UInt8 {
    case strong, weak, unowned, unownedUnsafe
    /// An `Unmanaged` value or a raw pointer, which may own a retain.
    case unmanaged, pointer
  }

  var target: UInt
  var strength: Strength
  /// An index into ``PlanStore/labels``.
  var label: UInt32
  /// The code of the closure whose context is the target; 0 for other references.
  var function: UInt = 0
  /// The address of the word that stores the reference. For a function value, it is the address of
  /// the word with the code, which precedes the context. The word may be in a copy; see
  /// ``ReferenceVisitor/enterCopy(_:of:size:)``.
  var address: Address
}
