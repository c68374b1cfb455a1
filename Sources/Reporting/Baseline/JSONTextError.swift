/// A mistake in a JSON text, with its position.
struct JSONTextError: Error, Equatable, CustomStringConvertible {
  var position: JSONText.Position
  var message: String

  var description: String { "\(position): \(message)" }
}
