/// Why bytes have no outline.
enum JSONOutlineError: Error, Equatable {
  /// The document ends before it is complete.
  case endsEarly
  /// A byte does not belong where it is.
  case syntax
  case tooDeep
  /// A number is negative, or larger than any that a report can contain.
  case number
  case repeatedMember(String)
}
