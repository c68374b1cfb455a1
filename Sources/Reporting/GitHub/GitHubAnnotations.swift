import OwnershipGraph

/// A report as workflow commands: one line an annotation.
///
/// GitHub shows ten errors and ten warnings a step and drops the others without a
/// word, so the tenth says how many there are.
struct GitHubAnnotations {
  static let most = 10

  let report: LeakReport

  var lines: [String] {
    let errors = findings + mutants
    let doubts = inconclusive
    return Self.limited(errors, level: "error") + Self.limited(doubts, level: "warning")
  }

  /// One annotation before it is written.
  private struct Annotation {
    var title: String
    var message: String
    var place: SourceLocation?
  }

  private var findings: [Annotation] {
    report.findings.filter { $0.status == .new }.map { finding in
      let endings = ReportVocabulary.endingsLeaving(finding, in: report).map(Escaping.line)
      let left = endings.isEmpty ? "" : "\(endings.joined(separator: ", ")) leaves it. "
      let types = ReportVocabulary.types(of: finding).prefix(4).map(Escaping.line)
      return Annotation(
        title: "leakcheck: \(ReportVocabulary.causeName(of: finding))",
        message:
          "\(ReportVocabulary.summary(of: finding)) \(types.joined(separator: ", ")). \(left)"
          + "Instead: \(ReportVocabulary.remedy(for: finding)) (\(finding.fingerprint))",
        place: finding.locations.first)
    }
  }

  private var mutants: [Annotation] {
    report.mutants.filter { !$0.isCaught }.map {
      Annotation(
        title: "leakcheck: mutant not caught",
        message: "\(Escaping.line($0.name)): \(Escaping.line($0.summary))")
    }
  }

  private var inconclusive: [Annotation] {
    report.cells.filter { $0.verdict == .inconclusive }.map {
      Annotation(
        title: "leakcheck: inconclusive",
        message: "\(Escaping.line($0.id)): \(Escaping.line($0.reason))")
    }
  }

  private static func limited(_ annotations: [Annotation], level: String) -> [String] {
    guard annotations.count > most else { return annotations.map { line($0, level) } }
    let rest = annotations.count - (most - 1)
    return annotations.prefix(most - 1).map { line($0, level) } + [
      line(
        Annotation(title: "leakcheck", message: "\(rest) more are in the job summary."), level)
    ]
  }

  /// `::error file=Sources/A.swift,line=3,title=…::message`
  private static func line(_ annotation: Annotation, _ level: String) -> String {
    var properties = ["title=\(Escaping.workflowProperty(annotation.title))"]
    if let place = annotation.place {
      properties =
        ["file=\(Escaping.workflowProperty(place.file))", "line=\(place.line)"] + properties
    }
    return
      "::\(level) \(properties.joined(separator: ","))::\(Escaping.workflowData(annotation.message))"
  }
}
