/// A command line that cannot be obeyed: one line that names the word and the way out.
struct UsageError: Error, Equatable, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }

  /// A name that is not known, with the nearest one that is.
  static func unknown(_ kind: String, _ name: String, among known: [String]) -> UsageError {
    if let nearest = Suggestion.nearest(to: name, among: known) {
      return UsageError("unknown \(kind) '\(name)'; did you mean '\(nearest)'?")
    }
    return UsageError("unknown \(kind) '\(name)'; known: \(known.joined(separator: ", "))")
  }
}
