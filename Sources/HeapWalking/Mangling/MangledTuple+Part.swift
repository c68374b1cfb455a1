extension MangledTuple {
  /// A type on the stack.
  struct Part {
    /// The position of the part in the name.
    var range: Range<Int>
    /// Whether the name of the range alone is a complete type.
    var isWhole = true
    /// Whether the name is spelled there rather than substituted from elsewhere.
    var isHere = true
    /// The types that a lowered function applies to stand before the range.
    var lacksOperands = false
    /// For one that is not whole, if it could be made.
    var type: Metadata?
    /// For a tuple that is not whole, if they are known.
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
