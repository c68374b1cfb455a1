/// A token of Swift source text, with its position in the text's UTF-8 bytes.
struct SwiftToken: Equatable {
  enum Kind: Equatable {
    /// An identifier, a keyword, or a name such as `$0`.
    case word
    case number
    /// A string literal, interpolations included.
    case string
    /// A compiler directive such as `#if`, or a macro such as `#file`.
    case directive
    /// A character of no other kind, such as `(`, `,`, `:`, `@`, or the backslash of a key path.
    case punctuation
    /// A run of operator characters.
    case operation
  }

  var kind: Kind
  var text: String
  /// The offsets of the token's bytes.
  var range: Range<Int>
  /// The line on which the token starts, counted from 1.
  var line: Int
  /// A Boolean value indicating whether the token is the first token of its line.
  var startsLine: Bool
  /// A Boolean value indicating whether white space, or the start of the text, precedes the token.
  var followsSpace: Bool
  /// A Boolean value indicating whether white space, or the end of the text, follows the token.
  var precedesSpace = false

  /// A Boolean value indicating whether the token is an operator between two operands: white space
  /// surrounds it on both sides.
  var isInfix: Bool { kind == .operation && followsSpace && precedesSpace }
}
