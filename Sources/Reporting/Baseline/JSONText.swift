/// A JSON value that knows where in its text it stands.
///
/// For files that people write by hand: a message can name the line, which the
/// decoders of Foundation do not tell of a value that is of the wrong kind.
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

  /// Reads a whole text.
  ///
  /// - Throws: ``JSONTextError`` at the first character that does not belong there.
  /// - Complexity: O(length of the text).
  init(parsing text: String) throws(JSONTextError) {
    var parser = JSONTextParser(text)
    self = try parser.document()
  }

  init(value: Value, position: Position) {
    self.value = value
    self.position = position
  }
}

/// What is wrong with a JSON text, and where.
struct JSONTextError: Error, Equatable, CustomStringConvertible {
  var position: JSONText.Position
  var message: String

  var description: String { "\(position): \(message)" }
}
