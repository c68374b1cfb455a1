/// The error with which a matrix cell ends its stream.
struct CellError: Error, CustomStringConvertible {
  /// A value whose lifetime shows whether the error is still alive.
  var held: (any Sendable)?

  var description: String { "CellError()" }
}
