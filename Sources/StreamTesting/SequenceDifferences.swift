/// The differences between two lists, compared index by index and described in lines of text.
struct SequenceDifferences {
  /// A heading, and two lines for each index at which the lists differ; empty if they are equal.
  let lines: [String]

  init<Value>(_ lhs: [Value], _ rhs: [Value], by areEqual: (Value, Value) -> Bool) {
    var lines: [String] = []
    for index in 0..<max(lhs.count, rhs.count) {
      let left = index < lhs.count ? lhs[index] : nil
      let right = index < rhs.count ? rhs[index] : nil
      if let left, let right, areEqual(left, right) { continue }
      lines.append("  lhs[\(index)]: \(left.map { "\($0)" } ?? "nothing")")
      lines.append("  rhs[\(index)]: \(right.map { "\($0)" } ?? "nothing")")
    }
    self.lines = lines.isEmpty ? [] : ["the lists differ:"] + lines
  }
}
