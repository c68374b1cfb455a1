import Findings

/// The gate's self-test: planted mistakes, and whether the matrix caught each.
struct MarkdownSelfTest {
  let report: LeakReport

  var lines: [String] {
    guard !report.mutants.isEmpty else { return [] }
    let caught = report.mutants.count { $0.isCaught }
    let score = caught * 100 / report.mutants.count
    var lines = [
      "Each is a mistake planted in a copy of the library; the gate is green only if the matrix"
        + " catches all of them.", "",
      "| mutant | mistake | caught | endings it breaks |", "| --- | --- | --- | --- |",
    ]
    for mutant in report.mutants.sorted(by: { !$0.isCaught && $1.isCaught }) {
      let columns = [
        Escaping.code(mutant.name), Escaping.markdown(mutant.summary),
        mutant.isCaught ? "✓ caught" : missed(mutant),
        mutant.endings.map(Escaping.code).joined(separator: ", "),
      ]
      lines.append("| " + columns.joined(separator: " | ") + " |")
    }
    return MarkdownText.folded(
      "self-test: \(caught) of \(report.mutants.count) planted mistakes caught (\(score) %)", lines)
  }

  private func missed(_ mutant: MutantReport) -> String {
    let reason = mutant.reason.isEmpty ? "" : ": " + Escaping.markdown(mutant.reason)
    return "✖ **not caught**" + reason
  }
}
