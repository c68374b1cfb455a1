/// A JSON value that knows where in its text it stands.
///
/// For files that people write by hand: a message can name the line, which the
/// decoders of Foundation do not report the position of a value of the wrong kind.
struct JSONText {
  /// A place in a text, both counted from 1; the column in Unicode scalars.
  struct Position: Hashable, Sendable, CustomStringConvertible {
    var line: Int
    var column: Int

    var description: String { "\(line):\(column)" }
  }

  enum Value {
    case object([Member])
    case array([JSONText])
    case string(String)
    case number(String)
    case bool(Bool)
    case null

    /// What a message calls a value of this kind.
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
  struct Member {
    var key: String
    var position: Position
    var value: JSONText
  }

  var value: Value
  var position: Position
}
