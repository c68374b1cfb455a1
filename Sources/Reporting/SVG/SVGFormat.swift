package import Findings

/// A format that writes a picture to `graphs/` for each class of findings (see `FindingClass`).
package struct SVGFormat: ReportFormat {
  package let name = "svg"

  package var graphOpenings: [String: String] { ["svg": SVGDocument.opening] }

  package init() {}

  package func files(for report: LeakReport) -> [OutputFile] {
    let index = ReportIndex(report)
    return index.graphFiles("svg") { finding in
      SVGDocument(
        of: finding, title: ReportVocabulary.headline(of: finding, in: index),
        subtitle: ReportVocabulary.subtitle(of: finding)
      ).text
    }
  }
}
