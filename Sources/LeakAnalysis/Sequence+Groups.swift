extension Sequence {
  /// Returns the elements grouped by a key; keys and elements are in order of appearance.
  func groups<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var indexOf: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let index = indexOf[key] {
        groups[index].elements.append(element)
      } else {
        indexOf[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}
