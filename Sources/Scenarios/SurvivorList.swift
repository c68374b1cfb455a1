/// The generated mutants that no matrix cell detects, each with the reason.
///
/// A line contains the mutant's name, the source text that it changes, and the reason; a line that
/// begins with `#` is a comment:
///
///     Fifo.swift:Fifo.popFirst:dropped-call  `compact()`  The array keeps taken slots, which are nil.
///     Range.swift:RangeSink.run:dropped-check  `isEmpty`  ?
///
/// A question mark in place of the reason denotes an open mutant: a cell or a reason may be
/// missing. An entry applies only while its source text is equal to the source text that the mutant
/// changes. If they differ, the library has changed.
package struct SurvivorList: Sendable {
  /// The entry of one mutant.
  package struct Entry: Hashable, Sendable {
    package var name: String
    /// The source text that the mutant changes.
    package var sourceText: String
    /// The reason why no cell catches the mutant; `nil` if the mutant is open.
    package var reason: String?
  }

  package private(set) var entries: [Entry] = []
  private var positions: [String: Int] = [:]

  /// The entries without a reason.
  package var open: [Entry] { entries.filter { $0.reason == nil } }

  /// Returns the entry of a mutant; `nil` if no entry has the mutant's name and its current source
  /// text.
  package func entry(for mutant: GeneratedMutant) -> Entry? {
    positions[mutant.name].map { entries[$0] }.flatMap {
      $0.sourceText == mutant.sourceText ? $0 : nil
    }
  }

  package init(parsing text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "`", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let end = parts[1].firstRange(of: "`  ") else { continue }
      let name = parts[0].drop { $0 == " " }.prefix { $0 != " " }
      let reason = parts[1][end.upperBound...].drop { $0 == " " }
      positions[String(name)] = entries.count
      entries.append(
        Entry(
          name: String(name), sourceText: String(parts[1][..<end.lowerBound]),
          reason: reason == "?" ? nil : String(reason)))
    }
  }
}
