/// What is wrong with a JSON text, and where.
struct JSONTextError: Error, Equatable, CustomStringConvertible {
  var position: JSONText.Position
  var message: String

  var description: String { "\(position): \(message)" }
}
