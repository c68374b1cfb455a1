import HeapWalking

/// A word of untyped memory that may own an object.
///
/// The memory belongs to another object: it is a part of that object, or a block to which the
/// object refers directly or through other blocks.
struct PossibleReference: Hashable {
  /// The object to which the memory belongs.
  var from: HeapNode
  /// The object that the word may own.
  var to: HeapNode
  /// A Boolean value indicating whether the word is in a block rather than in the object itself.
  var isInBlock: Bool
}
