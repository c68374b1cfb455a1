/// The word of an object that refers to another object.
package struct ReferenceSlot: Hashable, Sendable {
  /// The address of the word. Some of its bits may encode an enum's case.
  package var address: UInt
  /// A Boolean value indicating whether the preceding word is the code of a closure whose context
  /// this is.
  package var followsCode: Bool
}
