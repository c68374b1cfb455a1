package import Findings

/// A DOT file for each finding that is drawn, in `graphs/`, for those who like Graphviz's layout.
package struct DOTFormat: ReportFormat {
  package let name = "dot"

  package var graphOpenings: [String: String] { ["dot": DOTDocument.opening] }

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    let index = ReportIndex(report)
    return index.pictured.map { finding in
      OutputFile(
        path: index.path(of: finding, "dot"),
        contents: DOTDocument(
          title: ReportVocabulary.headline(of: finding, in: index),
          subtitle: "\(ReportVocabulary.causeName(of: finding))  \(finding.fingerprint)",
          graph: finding.graph, shown: Set(GraphPicture.parts(of: finding)),
          breaking: finding.markedBreaks
        ).text)
    }
  }
}
