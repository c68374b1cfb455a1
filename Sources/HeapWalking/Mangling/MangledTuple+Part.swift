extension MangledTuple {
  /// A type on the stack.
  struct Part {
    /// Where in the name it stands.
    var range: Range<Int>
    /// The name of the range alone says what it is.
    var isWhole = true
    /// It is said there, not elsewhere and referred back to.
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
    /// What a list starts with, after its first element or instead of it.
    case first
    case empty(at: Int)
    /// A constraint of a generic signature, and a whole signature.
    case requirement
    case signature
  }
}
