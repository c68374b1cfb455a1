package import Findings

/// The endings as a report shows them. Some variants are counted as their base ending, such as
/// `completion` for `completion+bagKept`.
package struct EndingGroups {
  /// The base ending of each variant that is not shown by its own name.
  package let folded: [String: String]

  /// Creates the groups for findings. A variant whose cells are all clean is counted as its base
  /// ending.
  ///
  /// `completion+settled+nothing` is shown as `completion` as long as its cells are clean. A
  /// variant that leaves or retains objects is shown by its own name.
  ///
  /// - Complexity: O(*c*) for *c* cells.
  init(ofFindingsIn cells: [CellReport]) {
    self.init(cells) { $0.verdict == .pass && $0.expectation == .clean && $0.findings.isEmpty }
  }

  /// Creates the groups for tables. A variant is counted as its base ending if a correct library
  /// leaves no object after it, whatever the cells show.
  ///
  /// - Complexity: O(*c*) for *c* cells.
  init(ofTablesOf cells: [CellReport]) {
    self.init(cells) { $0.expectation == .clean }
  }

  /// - Parameter isFolded: A predicate for cells whose variant may be counted as its base ending.
  private init(_ cells: [CellReport], where isFolded: (CellReport) -> Bool) {
    let present = Set(cells.map(\.ending))
    let own = Set(cells.filter { !isFolded($0) }.map(\.ending))
    var folded: [String: String] = [:]
    for ending in present where ending.contains("+") && !own.contains(ending) {
      let base = String(ending.prefix { $0 != "+" })
      if present.contains(base) { folded[ending] = base }
    }
    self.folded = folded
  }

  /// Returns the name under which an ending is shown: the ending itself, or its base ending.
  package func name(of ending: String) -> String { folded[ending] ?? ending }

  /// Returns the endings of some cells as shown, in order.
  package func names(in cells: some Sequence<CellReport>) -> [String] {
    ReportVocabulary.endings(of: cells).map(name).uniqued()
  }
}

extension ReportVocabulary {
  /// Returns an ending in words: `completion, bag kept` for `completion+bagKept`.
  package static func title(ofEnding ending: String) -> String {
    let parts = ending.split(separator: "+", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return ending }
    let words = parts[1].reduce(into: "") { text, character in
      text += character.isUppercase ? " \(character.lowercased())" : String(character)
    }
    return "\(parts[0]), \(words.replacing("+", with: ", "))"
  }
}
