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
    /// A Boolean value indicating whether the range lacks the types that a lowered function applies
    /// to, which precede it.
    var lacksOperands = false
    /// The type of a part that is not a complete name; `nil` if it could not be created.
    var type: Metadata?
    /// The elements of a tuple that is not a complete name; `nil` if they are unknown.
    var elements: [Element]?
  }

  enum Entry {
    case part(Part)
    case identifier(String)
    /// The marker `_`, which follows the first element of a list.
    case first
    /// The marker `y` of an empty list, or of the start of generic arguments, at an offset of the
    /// name.
    case empty(at: Int)
    /// A constraint of a generic signature.
    case requirement
    /// A complete generic signature.
    case signature
  }
}
