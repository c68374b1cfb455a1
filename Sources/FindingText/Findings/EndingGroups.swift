package import Findings

/// The names under which a report shows the endings of subscriptions. Some variants, such as
/// `completion+bagKept`, are shown under their base ending, `completion`.
package struct EndingGroups {
  /// The variants that are shown under another name. The value for a variant is its base ending.
  package let folded: [String: String]

  /// Creates the names for findings. A variant is shown under its base ending if all its matrix
  /// cells are clean.
  ///
  /// For example, `completion+settled+nothing` is shown as `completion` if its cells are clean. A
  /// variant after which objects remain is shown under its own name.
  ///
  /// - Complexity: O(*c*) for *c* cells.
  init(ofFindingsIn cells: [CellReport]) {
    self.init(cells) { $0.verdict == .pass && $0.expectation == .clean && $0.findings.isEmpty }
  }

  /// Creates the names for tables. A variant is shown under its base ending if its cells are
  /// expected to be clean, even if they are not.
  ///
  /// - Complexity: O(*c*) for *c* cells.
  init(ofTablesOf cells: [CellReport]) {
    self.init(cells) { $0.expectation == .clean }
  }

  /// - Parameter isFolded: A closure that takes a cell. A variant is shown under its base ending if
  ///   the closure returns `true` for all cells of the variant, and the base ending has cells too.
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

  /// Returns the names of the endings of some cells, in the order in which reports show them.
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
