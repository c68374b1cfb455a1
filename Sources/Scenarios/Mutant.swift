package import Findings
import OwnershipGraph

/// A mistake planted in the library, and the results that matrix cells must have while it is
/// active.
package struct Mutant: Hashable, Sendable {
  /// The index in the list of mutants, which is also the number of the mutant's switch.
  package var index: Int
  package var name: String
  /// A description of the mistake in one sentence.
  package var summary: String
  /// The endings under which at least one cell must fail. Under all other endings, no cell may
  /// fail.
  package var endings: [Ending]
  /// The types whose objects the findings must contain.
  package var objects: [String]
  /// References that the findings must contain, such as `SinkDisposer.sink`.
  package var references: [String]

  /// The cells to run with the mistake. A mistake in one operator does not need all cells.
  package var selection: Selection

  /// Parts of cell ids. They select the cells to run if the mistake is in code that every
  /// subscription uses.
  private static let core = [
    "create/direct/", "create/map/", "create/filter/", "PublishSubject/direct/",
    "PublishSubject/map/", "FeedViewModel/", "DownloadSession/",
  ]

  /// - Parameter cells: Parts of the ids of the cells to run with the mutant; if empty, the parts
  ///   in `core` are used.
  package init(
    index: Int, name: String, summary: String, endings: [Ending], objects: [String],
    references: [String] = [], cells: [String] = []
  ) {
    self.index = index
    self.name = name
    self.summary = summary
    self.endings = endings
    self.objects = objects
    self.references = references
    selection = Selection()
    selection.filters = cells.isEmpty ? Self.core : cells
  }

  /// Compares the report on a run of the mutated library with the expected result.
  ///
  /// The mistake is caught if all of the following are true:
  ///
  /// - Each of ``endings`` has a failed cell, and no other ending has one.
  /// - The new findings show the expected objects and references.
  /// - No new finding was refuted by trying its suggested break.
  package func judged(by report: LeakReport) -> MutantReport {
    let failed = Set(report.cells.filter { $0.verdict == .fail }.map(\.ending.endingName))
    let red = Ending.allCases.filter { failed.contains($0.rawValue) }
    let new = report.findings.filter { $0.status == .new }
    let types = Set(
      new.flatMap { $0.graph.nodes.filter { $0.role != .context }.map(\.type.baseName) })
    let shown = Set(new.flatMap { Self.references(in: $0.graph) })
    let omission =
      Self.refutation(of: new) ?? omission(red: red, types: types, references: shown)
    return MutantReport(
      name: name, summary: summary, isCaught: omission.isEmpty, endings: red.map(\.rawValue),
      fingerprints: new.map(\.fingerprint), reason: omission)
  }

  /// Returns the difference between the run and the expected result; empty if there is none.
  private func omission(red: [Ending], types: Set<String>, references: Set<String>) -> String {
    let silent = endings.filter { !red.contains($0) }
    if !silent.isEmpty { return "no failed cell with the ending \(silent.listed)" }
    let surprising = red.filter { !endings.contains($0) }
    if !surprising.isEmpty { return "unexpected failed cells with the ending \(surprising.listed)" }
    let missing = objects.filter { !types.contains($0) }
    let unseen = self.references.filter { !references.contains($0) }
    let all = missing + unseen
    return all.isEmpty ? "" : "no finding shows \(all.joined(separator: ", "))"
  }

  /// Describes the first finding that was refuted by trying its suggested break. Returns `nil` if
  /// there is none.
  private static func refutation(of findings: [Finding]) -> String? {
    findings.first { $0.execution?.outcome == .refuted }.map {
      "executing the suggested break refuted the finding \($0.fingerprint): "
        + ($0.execution?.reason ?? "")
    }
  }

  /// Returns the strong references of a graph in the form of ``references``: `SinkDisposer.sink`.
  private static func references(in graph: ObjectGraph) -> [String] {
    graph.references.filter { $0.strength == .strong }
      .map { "\(graph.nodes[$0.from].type.baseName).\($0.label)" }
  }
}

extension [Ending] {
  fileprivate var listed: String { map(\.rawValue).joined(separator: " or ") }
}

extension String {
  /// The ending without its variant: `completion` for `completion+bagKept`.
  fileprivate var endingName: String { String(prefix { $0 != "+" }) }
}
