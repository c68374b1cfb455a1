/// The name and the first argument label of a function of the library, in the same form as in the
/// names of matrix rows: `take(until:)`, or `map` if the first argument has no label.
struct PublicFunction: Hashable, CustomStringConvertible {
  var name: String
  /// The first argument label, or `nil` if the first argument has no label.
  var firstLabel: String?

  var description: String { name + (firstLabel.map { "(\($0):)" } ?? "") }

  /// Returns the public functions that are declared in a source text.
  static func all(in text: String) -> [PublicFunction] {
    text.matches(of: #/public (?:static )?func `?(\w+)`?(?:<[^(]*>)?\(\s*(?:(\w+)[ :])?/#).map {
      let label = $0.2.map(String.init)
      return PublicFunction(name: String($0.1), firstLabel: label == "_" ? nil : label)
    }
  }
}
