/// The word of an object that refers to another object.
package struct ReferenceSlot: Hashable, Sendable {
  /// The address of the word. Some of its bits may tell an enum's case.
  package var address: UInt
  /// A Boolean value indicating whether the word before it is the code of a closure, of which this
  /// is the context.
  package var followsCode: Bool
}
