extension MangledTuple {
  /// A type on the stack of operands.
  struct Part {
    /// The position of the part in the name.
    var range: Range<Int>
    /// A Boolean value indicating whether the name of the range alone is a complete type.
    var isWhole = true
    /// A Boolean value indicating whether the name is spelled in the range rather than substituted
    /// from another part.
    var isHere = true
    /// A Boolean value indicating whether the part is or contains a lowered function. The types of
    /// the function's parameters and results precede the range.
    var lacksOperands = false
    /// The type, which is used if ``isWhole`` is `false`; `nil` if it was not created.
    var type: Metadata?
    /// The elements of a tuple that is not a complete name; `nil` if they are unknown, and for all
    /// other parts.
    var elements: [Element]?
  }

  enum Entry {
    case part(Part)
    case identifier(String)
    /// The marker `_`, which follows the first element of a list.
    case first
    /// The marker `y` of an empty list, or of the start of generic arguments, at an offset in the
    /// name.
    case empty(at: Int)
    /// A constraint of a generic signature.
    case requirement
    /// A complete generic signature.
    case signature
  }
}
