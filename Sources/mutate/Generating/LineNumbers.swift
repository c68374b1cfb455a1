/// A map from each byte of a text to its line.
struct LineNumbers {
  /// The offsets at which lines start.
  private let starts: [Int]

  init(_ text: String) {
    starts =
      [0] + text.utf8.enumerated().filter { $0.element == UInt8(ascii: "\n") }.map { $0.offset + 1 }
  }

  /// Returns the number of the line, counted from 0, that contains the byte at an offset.
  ///
  /// - Complexity: O(log *n*) for *n* lines.
  subscript(offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
