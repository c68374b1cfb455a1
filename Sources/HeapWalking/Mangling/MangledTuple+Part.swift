extension MangledTuple {
  /// A type on the stack.
  struct Part {
    /// The position of the part in the name.
    var range: Range<Int>
    /// A Boolean value indicating whether the name of the range alone is a complete type.
    var isWhole = true
    /// A Boolean value indicating whether the name is spelled in the range, and not substituted
    /// from another part.
    var isHere = true
    /// The types that a lowered function applies to precede the range.
    var lacksOperands = false
    /// The type of a part that is not a complete name; `nil` if it could not be created.
    var type: Metadata?
    /// The elements of a tuple that is not a complete name; `nil` if they are unknown.
    var elements: [Element]?
  }

  enum Entry {
    case part(Part)
    case identifier(String)
    /// The start of a list, after its first element or instead of it.
    case first
    case empty(at: Int)
    /// A constraint of a generic signature, and a whole signature.
    case requirement
    case signature
  }
}
