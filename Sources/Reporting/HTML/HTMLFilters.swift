import Findings

/// The page's filters: chips for status and ending, lists for properties with many values.
struct HTMLFilters {
  let index: ReportIndex
  let findings: [Finding]

  var html: HTML {
    let report = index.report
    let statuses = findings.map { ReportVocabulary.word(for: $0, in: report) }.uniqued()
    let endings = index.cells.tableGroups.names(in: report.cells)
    let causes = findings.map(ReportVocabulary.causeName).uniqued().sorted()
    let types = findings.flatMap { $0.graph.nodes.map(\.type) }.uniqued().sorted()
    return """
      <p class="chips">\(chips("status", statuses))\(chips("ending", endings))</p>
      <p class="lists">\(list("source", "every source", report.cells.map(\.source).uniqued()))\(list("operator", "every operator", report.cells.map(\.operator).uniqued()))\(list("cause", "every cause", causes))\(list("type", "every type", types))</p>
      """
  }

  private func chips(_ key: String, _ values: [String]) -> HTML {
    HTML(
      values.map { value -> HTML in
        """
        <a class="chip filter" data-key="\(key)" data-value="\(value)" href="#\(HTMLMatrix.query([key: value]))">\(value)</a>
        """
      })
  }

  private func list(_ key: String, _ every: String, _ values: [String]) -> HTML {
    let options = values.map { value -> HTML in "<option value=\"\(value)\">\(value)</option>" }
    return """
      <select id="\(key)" data-key="\(key)" aria-label="Show findings with this \(key)"><option value="">\(every)</option>
      \(options)
      </select>
      """
  }
}
