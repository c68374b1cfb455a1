import OwnershipGraph

/// The sentences and orders that every format shares.
enum ReportVocabulary {
  /// The order in which endings are shown; others come before `none`, as they come.
  private static let knownEndings = ["completion", "error", "dispose", "bagDrop"]

  /// The endings of some cells, known ones first and the missing one last.
  static func endings(of cells: some Sequence<CellReport>) -> [String] {
    let present = cells.map(\.ending).uniqued()
    let others = present.filter { !knownEndings.contains($0) && $0 != "none" }
    return knownEndings.filter(present.contains) + others + present.filter { $0 == "none" }
  }

  /// `1 object`, `2 objects`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// How sure a finding is, in words.
  static func words(for confidence: Confidence) -> String {
    switch confidence {
    case .proven: "proven (all retains explained)"
    case .likely: "likely (some retains or bytes are not explained)"
    case .scanned: "scanned (a reference was found in bytes of unknown type)"
    }
  }

  static func words(for verdict: LeakReport.Verdict) -> String {
    switch verdict {
    case .clean: "clean"
    case .leaking: "leaking"
    case .inconclusive: "inconclusive"
    }
  }

  /// What to do about a reference.
  static func advice(for reference: ObjectGraph.Reference, in graph: ObjectGraph) -> String {
    let source = graph.nodes[reference.from]
    if source.kind.isClosure, reference.label.hasPrefix("capture ") {
      let captured = reference.label.dropFirst("capture ".count)
      let isName = captured.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      if isName { return "[weak \(captured)]" }
    }
    return "make this reference weak or clear it"
  }

  /// The result in a line: of the matrix by cells, of a program by its objects.
  static func result(of report: LeakReport) -> String {
    guard report.cells.isEmpty, report.coverage.objects > 0 else {
      return result(of: report.summary)
    }
    let cycles = counted(report.summary.unexpectedCycles, "cycle")
    return "\(cycles) that can never go away, \(counted(report.coverage.objects, "object")) walked"
  }

  /// The last line of a run: `0 unexpected cycles, 41/41 controls seen, 312 cells`.
  static func result(of summary: LeakReport.Summary) -> String {
    var parts = [
      counted(summary.unexpectedCycles, "unexpected cycle"),
      "\(summary.controlsSeen)/\(summary.controlsExpected) controls seen",
    ]
    if summary.failedCells > 0 { parts.append("\(summary.failedCells) failed") }
    if summary.inconclusiveCells > 0 { parts.append("\(summary.inconclusiveCells) inconclusive") }
    parts.append(counted(summary.cells, "cell"))
    return parts.joined(separator: ", ")
  }

  /// Which endings of the finding's own sources and operators leave it, in order.
  static func outcomes(of finding: Finding, in report: LeakReport) -> [(ending: String, isLeft: Bool)] {
    let seen = Set(finding.cells)
    let own = report.cells.filter { seen.contains($0.id) }
    let rows = Set(own.map { [$0.source, $0.operator] })
    let related = report.cells.filter { rows.contains([$0.source, $0.operator]) }
    let left = Set(own.map(\.ending))
    return endings(of: related).map { ($0, left.contains($0)) }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in order of first appearance.
  func uniqued() -> [Element] {
    var seen = Set<Element>()
    return filter { seen.insert($0).inserted }
  }
}
