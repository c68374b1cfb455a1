package import Findings

/// The explanation that `leakcheck explain` prints for a finding: the trace, the references that
/// each ending cuts, and the effect of breaking references of the cycle.
package struct ExplanationText: Sendable {
  private static let maxCandidates = 10
  private static let maxCuts = 12

  private let finding: Finding
  private let report: LeakReport
  private let style: Style

  package init(of finding: Finding, in report: LeakReport, style: Style = .plain) {
    self.finding = finding
    self.report = report
    self.style = style
  }

  /// The whole text, which ends with a line feed.
  package var text: String {
    let parts = [
      TextReport(of: report, style: style).section(for: finding), endings(), breaks(),
      candidates(), reproducing(),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  /// Returns lines for each ending: whether the finding remains after it, and which references it
  /// cuts. If a matrix cell has the finding, all cells with the same source and operator are taken
  /// into account.
  private func endings() -> [String] {
    let index = CellIndex(report)
    let related = index.related(to: finding)
    guard !related.isEmpty else { return [] }
    let advice = FindingEndings(of: finding, in: index)
    let left = Set(finding.cells)
    var lines = ["What each ending cuts:"]
    for ending in ReportVocabulary.endings(of: related) {
      let cells = related.filter { $0.ending == ending }
      let isLeft = cells.contains { left.contains($0.id) }
      let mark =
        isLeft
        ? style.failure("✖ the finding remains")
        : advice.areApplicable(cells)
          ? style.success("✓ the finding does not remain") : FindingEndings.unknownOutcome
      let cuts = cells.flatMap(\.cuts).uniqued().map {
        Escaping.line("\($0.from).\($0.label) → \($0.to)")
      }
      lines.append(
        "  \(Escaping.line(ending))  \(mark); the ending cuts" + (cuts.isEmpty ? " nothing" : ":"))
      lines += cuts.prefix(Self.maxCuts).map { "    \($0)" }
      if cuts.count > Self.maxCuts { lines.append("    … \(cuts.count - Self.maxCuts) more") }
    }
    return lines
  }

  /// Returns the suggested sets of references to break, and the simulated effect of breaking each
  /// set.
  private func breaks() -> [String] {
    var sets = [("The references to break", finding.hostBreakSet)]
    if finding.breakSet != finding.hostBreakSet {
      let smallest = "The smallest set of references whose removal leaves no cycle"
      sets.append((smallest, finding.breakSet))
    }
    var lines: [String] = []
    for (title, references) in sets where !references.isEmpty {
      let isFewest = references == finding.breakSet
      let proof =
        isFewest && !finding.isBreakSetProvenSmallest ? " (not proven to be the smallest)" : ""
      lines.append("\(title)\(proof):")
      lines += references.map { "  " + words(for: $0) }
      let simulation = BreakSimulation(making: references, weakIn: finding.graph)
      let subject =
        references.count == 1 ? "this reference" : "these \(references.count) references"
      // A trial may have shown that something else retains the objects.
      let isRefuted =
        finding.execution?.outcome == .refuted && finding.execution?.references == references
      let condition = isRefuted ? "according to the references alone, " : ""
      lines.append("  → \(condition)making \(subject) weak " + outcome(of: simulation))
    }
    return lines
  }

  /// Returns the simulated effects of breaking a single reference, for up to ten references of the
  /// cycle. The program's own references come first.
  private func candidates() -> [String] {
    let simulations = BreakSimulation.ranked(in: finding.graph)
    guard simulations.count > 1 else { return [] }
    var lines = ["The effect of breaking one reference (the program's own references first):"]
    for (index, simulation) in simulations.prefix(Self.maxCandidates).enumerated() {
      lines.append("  \(index + 1). " + words(for: simulation.references[0]))
      lines.append("     making this reference weak " + outcome(of: simulation))
    }
    let more = finding.graph.cycleReferences().count - min(simulations.count, Self.maxCandidates)
    if more > 0 { lines.append("  … \(ReportVocabulary.counted(more, "more reference"))") }
    return lines
  }

  private func reproducing() -> [String] {
    let cells = CellIndex(report)
    guard let command = cells.reproduction(of: finding, in: report) else {
      return []
    }
    return ["To reproduce:", "  " + command]
  }

  /// Returns a reference and the advice for it: `FeedViewModel . bag → DisposeBag   (make
  /// this reference weak or clear it)`.
  private func words(for index: Int) -> String {
    let graph = finding.graph
    let reference = graph.references[index]
    let advice = ReportVocabulary.advice(for: index, in: finding)
    return style.emphasis(Escaping.line(ReportVocabulary.name(of: reference, in: graph)))
      + "   (\(Escaping.line(advice)))"
  }

  private func outcome(of simulation: BreakSimulation) -> String {
    let text = ReportVocabulary.outcome(of: simulation)
    return simulation.isEnough ? style.success(text) : style.faint(text)
  }
}
