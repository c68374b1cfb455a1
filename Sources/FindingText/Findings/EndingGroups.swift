package import Findings

/// The endings as a report shows them: variants in which nothing remarkable happened count as the
/// ending itself.
///
/// `completion+settled+nothing` is shown as `completion` as long as its cells are clean. A variant
/// that left or retained something is shown by its own name.
package struct EndingGroups {
  /// The variants that are not shown by their own names, with the endings that they count as.
  package let folded: [String: String]

  /// - Complexity: O(*c*) for *c* cells.
  init(_ cells: [CellReport]) {
    let present = Set(cells.map(\.ending))
    let remarkable = Set(
      cells.filter { $0.verdict != .pass || $0.expectation != .clean || !$0.findings.isEmpty }
        .map(\.ending))
    var folded: [String: String] = [:]
    for ending in present where ending.contains("+") && !remarkable.contains(ending) {
      let base = String(ending.prefix { $0 != "+" })
      if present.contains(base) { folded[ending] = base }
    }
    self.folded = folded
  }

  /// The ending by which a cell is counted.
  package func name(of ending: String) -> String { folded[ending] ?? ending }

  /// The endings of some cells as they are shown, in order.
  package func names(in cells: some Sequence<CellReport>) -> [String] {
    ReportVocabulary.endings(of: cells).map(name).uniqued()
  }
}

extension ReportVocabulary {
  /// An ending in words: `completion, bag kept` for `completion+bagKept`.
  package static func title(ofEnding ending: String) -> String {
    let parts = ending.split(separator: "+", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return ending }
    let words = parts[1].reduce(into: "") { text, character in
      text += character.isUppercase ? " \(character.lowercased())" : String(character)
    }
    return "\(parts[0]), \(words.replacing("+", with: ", "))"
  }
}
