package import OwnershipGraph

/// One DOT file a fingerprint that is drawn, in `graphs/`.
package struct DOTFormat: ReportFormat {
  package let name = "dot"

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    report.picturedFindings.map { finding in
      OutputFile(
        path: Self.path(for: finding.fingerprint),
        contents: DOTDocument(
          title: "\(finding.rule.rawValue)  \(finding.fingerprint)", graph: finding.graph,
          breaking: finding.advisedBreaks
        ).text)
    }
  }

  /// The file of a cell's whole graph, for a caller that has it.
  package func file(forCell id: String, graph: ObjectGraph) -> OutputFile {
    OutputFile(
      path: Self.path(for: id), contents: DOTDocument(title: id, graph: graph, breaking: []).text)
  }

  /// `graphs/v1-7c1e9a42.dot`
  package static func path(for name: String) -> String { "graphs/\(Escaping.fileName(name)).dot" }
}
