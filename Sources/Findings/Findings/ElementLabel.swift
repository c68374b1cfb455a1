extension String {
  /// This label of a reference, with `[*]` in place of every index: `items[*]` for `items[12]`.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  var withoutIndices: String {
    guard contains("[") else { return self }
    var result = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "[") {
      result += rest[...open]
      rest = rest[rest.index(after: open)...]
      let number = rest.prefix { ("0"..."9").contains($0) }
      guard !number.isEmpty, rest[number.endIndex...].first == "]" else { continue }
      result += "*"
      rest = rest[number.endIndex...]
    }
    return result + rest
  }
}
