import OwnershipGraph

/// The top of the Markdown report: what the run amounts to and why.
struct MarkdownVerdict {
  let report: LeakReport

  var lines: [String] {
    let summary = report.summary
    let symbol =
      switch summary.verdict {
      case .clean: "✓"
      case .leaking: "✖"
      case .inconclusive: "?"
      }
    var lines = [
      "# leakcheck: \(symbol) \(ReportVocabulary.words(for: summary.verdict))", "",
      "**\(ReportVocabulary.result(of: summary))**"
        + (report.mutants.isEmpty ? "" : ", \(caught)/\(report.mutants.count) mutants caught"),
    ]
    let reasons = notable
    if !reasons.isEmpty { lines += [""] + reasons }
    return lines
  }

  private var caught: Int { report.mutants.count { $0.isCaught } }

  /// One line a finding that needs attention: which ending leaves what.
  private var notable: [String] {
    var lines = report.findings.filter { $0.status == .new }.map { finding in
      let left = ReportVocabulary.outcomes(of: finding, in: report).filter(\.isLeft)
      let endings = left.map { Escaping.code($0.ending) }.joined(separator: ", ")
      let subject =
        finding.graph.nodes.filter { $0.role != .context }.map(\.type).uniqued().prefix(4)
        .map(Escaping.code).joined(separator: ", ")
      return "- ✖ \(endings.isEmpty ? "" : "\(endings) leaves ")\(subject): "
        + "[\(finding.rule.rawValue) `\(finding.fingerprint)`](#\(MarkdownFinding.anchor(of: finding)))"
    }
    lines += report.cells.filter { $0.verdict == .inconclusive }.map {
      "- ? inconclusive: \(Escaping.code($0.id)) \(Escaping.markdown($0.reason))"
    }
    let known = Set(report.findings.map(\.fingerprint))
    lines += report.cells.filter { $0.verdict == .fail && known.isDisjoint(with: $0.findings) }.map
    {
      "- ✖ failed: \(Escaping.code($0.id)) \(Escaping.markdown($0.reason))"
    }
    lines += report.mutants.filter { !$0.isCaught }.map {
      "- ✖ not caught: mutant \(Escaping.code($0.name))"
    }
    return lines
  }
}
