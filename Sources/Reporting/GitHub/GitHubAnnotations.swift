import Findings
import OwnershipGraph

/// A report as workflow commands: one line for each annotation.
///
/// Findings that the same change fixes share an annotation. GitHub shows ten errors and ten
/// warnings for each step and silently drops the others. If there are more, the tenth annotation
/// states how many are missing.
struct GitHubAnnotations {
  static let maxCount = 10

  let report: LeakReport

  var lines: [String] {
    let index = ReportIndex(report)
    // A failure of the program, an incomplete analysis, failed and inconclusive matrix cells and
    // uncaught mutants fail the run, so they are errors.
    let errors = failure + incomplete + findings(.error, index) + failed + mutants + inconclusive
    return Self.limited(errors, level: "error")
      + Self.limited(findings(.warning, index), level: "warning")
  }

  /// One annotation before it is written.
  private struct Annotation {
    var title: String
    var message: String
    var location: SourceLocation?
  }

  private func findings(_ severity: Severity, _ index: ReportIndex) -> [Annotation] {
    index.grouped(report.findings(severity)).map { members in
      let finding = members[0]
      let others =
        members.count == 1
        ? ""
        : " The same fix applies to "
          + "\(ReportVocabulary.counted(members.count - 1, "more finding"))."
      let advice = FindingAdvice(of: finding, in: index)
      let headline = ReportVocabulary.headline(of: finding, in: index)
      let uncut = advice.endings.sentence { $0 }.map { "\($0) " } ?? ""
      let seen = ReportVocabulary.occurrences(of: finding).map { "It was \($0). " } ?? ""
      return Annotation(
        title: "leakcheck: \(ReportVocabulary.causeName(of: finding))",
        message: "\(headline). \(advice.summary) \(seen)\(uncut)Fix: \(advice.fix) "
          + "(\(finding.fingerprint))\(others)",
        location: advice.locations.first)
    }
  }

  private var failure: [Annotation] {
    ReportVocabulary.failure(of: report).map {
      [Annotation(title: "leakcheck: program failed", message: $0)]
    } ?? []
  }

  /// The annotation for an analysis of a program that may have missed a leak. For a matrix, the
  /// inconclusive cells have annotations of their own.
  private var incomplete: [Annotation] {
    guard report.cells.isEmpty, report.summary.mayHideLeaks else { return [] }
    return [
      Annotation(
        title: "leakcheck: analysis inconclusive",
        message: "Leaks may be hidden. Result: \(ReportVocabulary.result(of: report)).")
    ]
  }

  private var mutants: [Annotation] {
    report.mutants.filter { !$0.isCaught }.map {
      Annotation(
        title: "leakcheck: mutant not caught",
        message: "\(Escaping.line($0.name)): \(Escaping.line($0.summary))")
    }
  }

  /// The failures of matrix cells that no finding describes.
  private var failed: [Annotation] {
    guard report.summary.verdict == .leaking else { return [] }
    return CellGroup.groups(of: report.cellsWithFurtherFailures).map { group in
      let cell = group.first
      let others = ReportVocabulary.others(of: group).map { ", \(Escaping.line($0))" } ?? ""
      return Annotation(
        title: "leakcheck: cell failed",
        message: "\(Escaping.line(cell.id)): \(Escaping.line(cell.reason))\(others)",
        location: cell.suspects.first.map {
          SourceLocation(file: $0.path ?? $0.file, line: $0.line)
        })
    }
  }

  private var inconclusive: [Annotation] {
    report.cells.filter { $0.verdict == .inconclusive }.map {
      Annotation(
        title: "leakcheck: cell inconclusive",
        message: "\(Escaping.line($0.id)): \(Escaping.line($0.reason))")
    }
  }

  private static func limited(_ annotations: [Annotation], level: String) -> [String] {
    guard annotations.count > maxCount else { return annotations.map { line($0, level) } }
    let rest = annotations.count - (maxCount - 1)
    return annotations.prefix(maxCount - 1).map { line($0, level) } + [
      line(
        Annotation(title: "leakcheck", message: "\(rest) more are in the job summary."), level)
    ]
  }

  /// Returns a workflow command: `::error file=Sources/A.swift,line=3,title=…::message`.
  private static func line(_ annotation: Annotation, _ level: String) -> String {
    var properties = ["title=\(Escaping.workflowProperty(annotation.title))"]
    if let location = annotation.location {
      properties =
        ["file=\(Escaping.workflowProperty(location.file))", "line=\(location.line)"] + properties
    }
    return
      "::\(level) \(properties.joined(separator: ","))::\(Escaping.workflowData(annotation.message))"
  }
}
