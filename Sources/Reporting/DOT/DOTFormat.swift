package import Findings

/// A format that writes a Graphviz file (DOT) to `graphs/` for each class of findings (see
/// `FindingClass`).
package struct DOTFormat: ReportFormat {
  package let name = "dot"

  package var graphOpenings: [String: String] { ["dot": DOTDocument.opening] }

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    let index = ReportIndex(report)
    return index.graphFiles("dot") { finding in
      let pictured = finding.pictured
      return DOTDocument(
        title: ReportVocabulary.headline(of: finding, in: index),
        subtitle: ReportVocabulary.subtitle(of: finding),
        graph: pictured.graph, shown: Set(GraphPicture.parts(of: pictured)),
        breaking: pictured.markedBreaks
      ).text
    }
  }
}
