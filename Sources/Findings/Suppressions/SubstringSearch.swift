/// A linear-time search for one text in others (Knuth, Morris and Pratt 1977).
struct SubstringSearch: Sendable {
  private let target: [Character]
  /// For each length *n*, the length of the longest prefix of the target that is shorter than *n*
  /// and is also a suffix of the target's first *n* characters.
  private let fallback: [Int]

  /// - Parameter target: The text to find, not empty.
  /// - Complexity: O(*m*) for a target of *m* characters.
  init(for target: [Character]) {
    precondition(!target.isEmpty, "the target must not be empty")
    var fallback = [0, 0]
    var length = 0
    for character in target.dropFirst() {
      while length > 0, character != target[length] { length = fallback[length] }
      if character == target[length] { length += 1 }
      fallback.append(length)
    }
    self.target = target
    self.fallback = fallback
  }

  /// Returns the index after the first occurrence of the target; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) for a text of *n* characters.
  func endOfFirstOccurrence(in text: ArraySlice<Character>) -> Int? {
    var length = 0
    for index in text.indices {
      while length > 0, text[index] != target[length] { length = fallback[length] }
      if text[index] == target[length] { length += 1 }
      if length == target.count { return index + 1 }
    }
    return nil
  }
}
