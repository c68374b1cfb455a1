/// A JSON value with its position in the text.
///
/// It is used for files that people write by hand, so that messages can name the line. Foundation's
/// decoders do not report the position of a value of the wrong kind.
package struct JSONText {
  /// A position in a text: the line and the column, both counted from 1. Columns are counted in
  /// Unicode scalars.
  package struct Position: Hashable, Sendable, CustomStringConvertible {
    var line: Int
    var column: Int

    package var description: String { "\(line):\(column)" }
  }

  package enum Value {
    case object([Member])
    case array([JSONText])
    case string(String)
    case number(String)
    case bool(Bool)
    case null

    /// The name of this kind of value in messages.
    var kind: String {
      switch self {
      case .object: "an object"
      case .array: "a list"
      case .string: "a string"
      case .number: "a number"
      case .bool: "true or false"
      case .null: "null"
      }
    }
  }

  /// One entry of an object.
  package struct Member {
    package var key: String
    var position: Position
    package var value: JSONText
  }

  package var value: Value
  var position: Position
}
