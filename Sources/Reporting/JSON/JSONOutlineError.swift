/// The reason why a ``JSONOutline`` cannot be created.
enum JSONOutlineError: Error, Equatable {
  /// The document ends before it is complete.
  case endsEarly
  /// A byte is not valid JSON at its position.
  case syntax
  case tooDeep
  /// A numeric value is negative, or the sum of all numeric values exceeds a limit that no valid
  /// report reaches.
  case number
  case repeatedMember(String)
}
