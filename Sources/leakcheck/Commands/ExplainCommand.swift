import Findings
import OwnershipGraph
import Reporting

/// `leakcheck explain FINGERPRINT`: shows one finding of a report in full.
struct ExplainCommand {
  private var fingerprint = ""
  private var path = ReportFile.usual
  private var color = ReportOptions.Color.auto

  /// The declared options.
  static var options: [OptionDeclaration<ExplainCommand>] {
    [
      ReportFile.option { (command, path) in command.path = path },
      ReportOptions.colorOption { (command, color) in command.color = color },
    ]
  }

  init(parsing words: [String]) throws(UsageError) {
    var arguments = Arguments(words)
    guard let word = try arguments.read(Self.options, into: &self, maxOperands: 1).first else {
      throw UsageError("explain expects a fingerprint such as v1:7c1e9a42")
    }
    fingerprint = word
  }

  func run() throws(UsageError) -> Int32 {
    let report = try ReportFile.report(at: path)
    let known = report.findings.map(\.fingerprint)
    // A prefix of the fingerprint suffices if it is unambiguous. The version (`v1:`) may be
    // omitted.
    let matches = report.findings.filter {
      $0.fingerprint.hasPrefix(fingerprint) || $0.fingerprint.hasPrefix("v1:\(fingerprint)")
    }
    guard let finding = matches.first(where: { $0.fingerprint == fingerprint }) ?? matches.first
    else {
      if known.isEmpty { throw UsageError("'\(path)' has no findings to explain") }
      throw unknown(among: known)
    }
    guard matches.count == 1 || finding.fingerprint == fingerprint else {
      throw UsageError("'\(fingerprint)' may be any of \(matches.count) findings: add digits")
    }
    let style: Style = Console.usesColor(color) ? .colored : .plain
    Console.print(ExplanationText(of: finding, in: report, style: style).text)
    return ExitStatus.clean
  }

  private func unknown(among known: [String]) -> UsageError {
    let nearest = Suggestion.nearest(to: fingerprint, among: known)
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "it has \(known.count) findings"
    return UsageError("'\(path)' has no finding '\(fingerprint)'; \(hint)")
  }
}
