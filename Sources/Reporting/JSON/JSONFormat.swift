import Foundation
package import OwnershipGraph

/// `leakcheck.json`: everything a report says, for programs.
package struct JSONFormat: ReportFormat {
  package let name = "json"

  package init() {}

  package func files(for report: LeakReport) throws -> [OutputFile] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(JSONReport(report))
    return [
      OutputFile(path: "leakcheck.json", contents: String(decoding: data, as: UTF8.self) + "\n")
    ]
  }
}
