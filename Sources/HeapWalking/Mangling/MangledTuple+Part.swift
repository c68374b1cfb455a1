extension MangledTuple {
  /// A type on the operand stack.
  struct Part {
    /// The range of the part in the name, in bytes.
    var range: Range<Int>
    /// A Boolean value indicating whether the range alone is the complete name of a type.
    var isWhole = true
    /// A Boolean value indicating whether the part is written where it is used, rather than
    /// replaced by a substitution that refers to an earlier part.
    var isSpelledOut = true
    /// A Boolean value indicating whether the part is or contains a lowered function. The types of
    /// the function's parameters and results are before the range.
    var lacksOperands = false
    /// The type to use if ``isWhole`` is `false`; `nil` if it could not be created.
    var type: Metadata?
    /// The elements, if the part is a tuple for which ``isWhole`` is `false`; `nil` for any other
    /// part, or if the elements are unknown.
    var elements: [Element]?
  }

  enum Entry {
    case part(Part)
    case identifier(String)
    /// The marker `_`, which follows the first element of a list.
    case first
    /// The marker `y` and its offset in the name. It denotes an empty list, or the start of generic
    /// arguments.
    case empty(at: Int)
    /// A requirement of a generic signature.
    case requirement
    /// A complete generic signature.
    case signature
  }
}
