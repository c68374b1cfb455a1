/// A search for the known word that a mistyped word probably means.
enum Suggestion {
  /// The maximum length of a mistyped name.
  private static let maxLength = 100

  /// Returns the nearest candidate; `nil` if none is near.
  ///
  /// A candidate is near if the number of edits that turn one word into the other is at most about
  /// a third of the length of the longer word.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    guard word.count <= maxLength else { return nil }
    let lowered = word.lowercased()
    let ranked = candidates.map { ($0, distance(lowered, $0.lowercased())) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 <= (max(word.count, best.0.count) + 2) / 3 ? best.0 : nil
  }

  /// Returns the smallest number of insertions, removals and replacements that turn one word into
  /// the other (Levenshtein 1966).
  ///
  /// - Complexity: O(*n* · *m*) time and O(*m*) space for lengths *n* and *m*.
  static func distance(_ left: String, _ right: String) -> Int {
    let target = Array(right)
    var row = Array(0...target.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in target.enumerated() {
        let replaced = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[target.count]
  }
}
