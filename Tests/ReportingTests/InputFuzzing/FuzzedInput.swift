import Foundation
import Findings
import OwnershipGraph
import Reporting

/// The kinds of files that the command reads.
enum FuzzedInput: String, CaseIterable, Codable, Sendable {
  case report, oldReport, shard, baseline, suppressions

  /// The contents of a valid file of this kind.
  var example: [UInt8] {
    get throws {
      switch self {
      case .report: try Self.json(SampleReports.leaking())
      case .oldReport:
        try Array(
          Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
              .deletingLastPathComponent().appending(path: "Goldens/schema-1.0.json")))
      case .shard: try Self.json(Self.shardReport)
      case .baseline: Array(BaselineFile.text(of: Self.sampleBaseline).utf8)
      case .suppressions:
        Array("# known\nleak:Cache<*>\nleak: App.*Model  # of tests\n*Sink*er*\nv1:7c1e9a42\n".utf8)
      }
    }
  }

  /// Reads a file of this kind, and processes it as the command does.
  ///
  /// - Returns: The text that results.
  /// - Throws: An error that the command would report.
  func use(_ bytes: [UInt8]) throws -> String {
    switch self {
    case .report, .oldReport: return try Self.use(ReportReader.report(from: bytes, name: "r.json"))
    case .shard:
      let report = try ReportReader.report(from: bytes, name: "r.json")
      return try TextReport(of: LeakReport(merging: [report])).text()
    case .baseline:
      let baseline = try BaselineFile.baseline(from: bytes, name: "b.json")
      let report = SampleReports.leaking().applying(baseline)
      return TextReport(of: report).text() + BaselineFile.text(of: baseline.updated(with: report))
    case .suppressions:
      var suppressions = Suppressions()
      try suppressions.add(file: bytes)
      return TextReport(of: suppressions.applied(to: SampleReports.leaking()).report).text()
    }
  }

  /// Writes a report in every format, explains its first two findings, and compares it with the
  /// sample report.
  private static func use(_ report: LeakReport) throws -> String {
    let documents = try ReportFormats.all.map { try $0.files(for: report).count }
    let again = try JSONFormat().files(for: report).first?.contents ?? ""
    _ = try ReportReader.report(from: Array(again.utf8), name: "written")
    let baseline = Baseline(of: report)
    let head = SampleReports.leaking().applying(baseline)
    var text = TextReport(of: report.applying(Baseline())).text(duration: nil)
    text += DiffText(of: ReportDiff(base: report, head: head), head: head).text
    text += DiffText(of: ReportDiff(base: head, head: report), head: report).text
    for finding in report.findings.prefix(2) {
      text += ExplanationText(of: finding, in: report).text
    }
    return text + "\(documents)"
  }

  private static func json(_ report: LeakReport) throws -> [UInt8] {
    Array(try JSONFormat().files(for: report)[0].contents.utf8)
  }

  private static var shardReport: LeakReport {
    var report = SampleReports.leaking()
    report.shard = Shard(index: 1, count: 1, of: report.cells.map(\.id))
    return report
  }

  private static var sampleBaseline: Baseline {
    var accepted = Baseline.Entry(fingerprint: "v1:7c1e9a42")
    accepted.reason = "kept on purpose"
    accepted.owner = "feed team"
    accepted.expires = CalendarDay("2027-03-01")
    return Baseline(known: Baseline(of: SampleReports.leaking()).known, accepted: [accepted])
  }
}
