import Foundation
package import Findings

/// `leakcheck.sarif`: findings for code scanning services and editors.
///
/// The log has a rule for each cause. Findings without a known cause have a rule for their kind.
/// Expected findings, which are known leaks of tests, are omitted.
package struct SARIFFormat: ReportFormat {
  package let name = "sarif"

  package var fileOpenings: [String: String] {
    ["leakcheck.sarif": "{\n  \"$schema\" : \"https://docs.oasis-open.org/sarif/"]
  }

  package init() {}

  package func files(for report: LeakReport) throws -> [OutputFile] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(log(of: report)), as: UTF8.self)
    return [OutputFile(path: "leakcheck.sarif", contents: text + "\n")]
  }

  private func log(of report: LeakReport) -> SARIFLog {
    let rules = SARIFRules()
    let index = ReportIndex(report)
    let shown = report.findings.filter { $0.status != .expected }
    return SARIFLog(runs: [
      .init(
        tool: .init(
          driver: .init(
            name: report.tool.name, version: report.tool.version, rules: rules.descriptors)),
        invocations: [invocation(of: report)],
        originalUriBaseIds: [
          SARIFResult.base: .init(
            description: .init(text: "The root of the repository, or of the package."))
        ],
        results: shown.map { SARIFResult(finding: $0, index: index, rules: rules).result })
    ])
  }

  private func invocation(of report: LeakReport) -> SARIFLog.Invocation {
    let verdict = report.summary.verdict
    let doubts = report.cells.filter { $0.verdict == .inconclusive }.map {
      SARIFLog.Notification(
        level: .error,
        message: .init(text: "inconclusive: \(Escaping.line($0.id)) \(Escaping.line($0.reason))"))
    }
    // A failure of a matrix cell that no finding describes has no result, so it becomes a
    // notification.
    let failed = CellGroup.groups(of: report.cellsWithFurtherFailures).map { group in
      let cell = group.first
      let others = ReportVocabulary.others(of: group).map { ", \($0)" } ?? ""
      return SARIFLog.Notification(
        level: .error,
        message: .init(
          text: SARIFResult.plain(
            "failed: \(Escaping.line(cell.id)) \(Escaping.line(cell.reason + others))")),
        locations: cell.suspects.isEmpty ? nil : cell.suspects.map(SARIFLog.Location.init))
    }
    let missed = report.mutants.filter { !$0.isCaught }.map {
      SARIFLog.Notification(
        level: .error, message: .init(text: "not caught: mutant \(Escaping.line($0.name))"))
    }
    let failure = [ReportVocabulary.failure(of: report)].compactMap { $0 }.map {
      SARIFLog.Notification(level: .error, message: .init(text: SARIFResult.plain($0)))
    }
    let isIncomplete = report.summary.isIncomplete == true
    let incomplete = (isIncomplete ? [ReportVocabulary.result(of: report)] : []).map {
      SARIFLog.Notification(
        level: .error, message: .init(text: SARIFResult.plain("inconclusive: \($0)")))
    }
    return .init(
      commandLine: Escaping.line(report.reproduce),
      executionSuccessful: !report.summary.mayHideLeaks && failure.isEmpty,
      exitCode: report.program?.exitStatus ?? verdict.exitStatus,
      toolExecutionNotifications: doubts + failed + missed + failure + incomplete)
  }
}
