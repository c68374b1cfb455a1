package import Findings

/// `leakcheck.json`: the whole report, in a form that programs can read.
package struct JSONFormat: ReportFormat {
  package let name = "json"

  package var fileOpenings: [String: String] { ["leakcheck.json": "{\n  \"cells\": ["] }

  package init() {}

  package func files(for report: LeakReport) throws -> [OutputFile] {
    [OutputFile(path: "leakcheck.json", contents: try JSONReport(report).text())]
  }
}
