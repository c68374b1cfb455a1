/// A function of the library, by name and first argument label, as a line of the matrix
/// names it: `take(until:)`, or `map` where the first argument has no label.
struct PublicFunction: Hashable, CustomStringConvertible {
  var name: String
  /// `nil` if the first argument has no label.
  var firstLabel: String?

  var description: String { name + (firstLabel.map { "(\($0):)" } ?? "") }

  /// The public functions that a source text declares.
  static func all(in text: String) -> [PublicFunction] {
    text.matches(of: #/public (?:static )?func `?(\w+)`?(?:<[^(]*>)?\(\s*(?:(\w+)[ :])?/#).map {
      let label = $0.2.map(String.init)
      return PublicFunction(name: String($0.1), firstLabel: label == "_" ? nil : label)
    }
  }
}
