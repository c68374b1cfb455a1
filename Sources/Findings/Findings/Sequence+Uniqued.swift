extension Sequence where Element: Hashable {
  /// Returns the elements without repetitions, in order of first appearance.
  package func uniqued() -> [Element] {
    var seen = Set<Element>()
    return filter { seen.insert($0).inserted }
  }
}
