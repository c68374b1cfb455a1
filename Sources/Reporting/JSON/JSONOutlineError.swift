/// The reason why bytes have no outline.
enum JSONOutlineError: Error, Equatable {
  /// The document ends before it is complete.
  case endsEarly
  /// A byte is invalid at its position.
  case syntax
  case tooDeep
  /// A number is negative, or larger than any that a report can contain.
  case number
  case repeatedMember(String)
}
