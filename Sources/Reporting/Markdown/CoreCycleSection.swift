import OwnershipGraph

/// The section about the core cycle (see `CoreCycle`): a picture, the reason for the cycle, the
/// endings that cut it, and source locations.
struct CoreCycleSection {
  let core: CoreCycle
  let index: ReportIndex
  let pictures: MarkdownPictures

  var lines: [String] {
    let finding = core.finding
    let advice = FindingAdvice(of: finding, in: index)
    let left = ReportVocabulary.names(
      ofEndings: advice.endings.shownLeftBy.map { $0.words }, quoting: Escaping.code)
    var lines = [
      "<a id=\"\(index.anchor(of: finding))\"></a>", "",
      "## The core cycle" + (left.isEmpty ? "" : ", which remains only after \(left)"), "",
    ]
    switch pictures {
    case .files:
      lines.append(
        "[![\(Escaping.markdown(finding.title))](\(index.path(of: finding, "svg")))](\(index.path(of: finding, "svg")))"
      )
    case .mermaid:
      lines += MermaidGraph(of: finding).lines
    }
    lines += ["", "- **why**: \(Escaping.markdown(advice.summary))" + cuts(advice.endings)]
    lines.append("- **fix**: \(Escaping.sentence(advice.fix))")
    let locations = advice.locations.prefix(3).map { Escaping.code($0.description) }
    if !locations.isEmpty { lines.append("- **source**: \(locations.joined(separator: ", "))") }
    let sequence = SequenceDiagram(of: finding, in: index)?.mermaid ?? []
    return sequence.isEmpty
      ? lines : lines + [""] + MarkdownText.folded("The same as a sequence of calls", sequence)
  }

  /// Returns a sentence about the endings that cut the cycle: ` completion and error cut
  /// SinkDisposer.sink.`
  private func cuts(_ endings: FindingEndings) -> String {
    let cutting = endings.cutBy.filter { !$0.references.isEmpty }
    guard !cutting.isEmpty, !endings.uncut.isEmpty else { return "" }
    let names = ReportVocabulary.list(cutting.map { Escaping.code($0.ending) })
    let slots = ReportVocabulary.list(endings.uncut.prefix(3).map { Escaping.code($0.description) })
    return " \(names) \(cutting.count == 1 ? "cuts" : "cut") \(slots)."
  }
}
