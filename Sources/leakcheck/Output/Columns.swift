/// Names in columns that are read downwards, as in the output of `ls`.
struct Columns {
  private static let gap = 2

  /// The maximum number of characters in a line. Only a line with a single name may be longer.
  let width: Int

  /// Returns the names in as few lines as possible, ordered down the columns.
  ///
  /// - Complexity: O(*n*²) for *n* names, which are a few hundred at most.
  func lines(of names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    for rows in 1..<names.count {
      let columns = stride(from: 0, to: names.count, by: rows).map {
        Array(names[$0..<min($0 + rows, names.count)])
      }
      let widths = columns.map { $0.map(\.count).max() ?? 0 }
      guard widths.reduce(0, +) + Self.gap * (widths.count - 1) <= width else { continue }
      return (0..<rows).map { row in
        var line = ""
        for (column, columnWidth) in zip(columns, widths) where row < column.count {
          line += column[row]
          line += String(repeating: " ", count: columnWidth - column[row].count + Self.gap)
        }
        while line.hasSuffix(" ") { line.removeLast() }
        return line
      }
    }
    return names
  }
}
