/// A mistake in a JSON text, with its position.
package struct JSONTextError: Error, Equatable, CustomStringConvertible {
  var position: JSONText.Position
  var message: String

  package var description: String { "\(position): \(message)" }
}
