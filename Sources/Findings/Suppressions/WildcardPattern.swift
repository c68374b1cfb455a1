/// A pattern that matches whole names, with `*` for any text.
///
///     WildcardPattern("Cache<*>").matches("Cache<Image>")  // true
package struct WildcardPattern: Sendable {
  /// The text before the first `*`; the whole pattern if it has none.
  private let prefix: [Character]
  /// The texts between successive `*`, without empty texts.
  private let middle: [SubstringSearch]
  /// The text after the last `*`; `nil` if the pattern has none.
  private let suffix: [Character]?

  package init(_ pattern: String) {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map(Array.init)
    prefix = parts[0]
    suffix = parts.count > 1 ? parts[parts.count - 1] : nil
    middle = parts.dropFirst().dropLast().filter { !$0.isEmpty }.map(SubstringSearch.init)
  }

  /// A Boolean value indicating whether the pattern matches every name.
  package var matchesEverything: Bool {
    prefix.isEmpty && middle.isEmpty && suffix?.isEmpty == true
  }

  /// Returns whether the pattern matches all of `name`.
  ///
  /// Each part between two `*` is searched for after the end of the preceding part. The earliest
  /// occurrence leaves the most text for the following parts, so no search has to be repeated.
  ///
  /// - Complexity: O(*n* + *m*) for a name of *n* characters and a pattern of *m*.
  package func matches(_ name: [Character]) -> Bool {
    guard let suffix else { return name == prefix }
    guard name.count >= prefix.count + suffix.count, name.starts(with: prefix),
      name.suffix(suffix.count).elementsEqual(suffix)
    else { return false }
    var rest = name[prefix.count..<(name.count - suffix.count)]
    for part in middle {
      guard let end = part.endOfFirstOccurrence(in: rest) else { return false }
      rest = rest[end...]
    }
    return true
  }
}
