/// The word in which an object stores a reference to another object.
package struct ReferenceSlot: Hashable, Sendable {
  /// The address of the word. Some bits of the stored word may encode an enum's case.
  package var address: UInt
  /// A Boolean value indicating whether the word refers to a closure's context. The preceding word
  /// is then the address of the closure's code.
  package var followsCode: Bool
}
