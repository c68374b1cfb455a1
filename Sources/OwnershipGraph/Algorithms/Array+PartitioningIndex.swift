extension Array {
  /// Returns the first index whose element satisfies a predicate; `endIndex` if no element
  /// satisfies it. All elements that satisfy the predicate must follow those that do not.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
