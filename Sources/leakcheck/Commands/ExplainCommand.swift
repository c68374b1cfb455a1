import Findings
import OwnershipGraph
import Reporting

/// `leakcheck explain FINGERPRINT`: shows one finding of a report in full.
struct ExplainCommand {
  private var fingerprint = ""
  private var path = ReportFile.defaultPath
  private var color = ReportOptions.Color.auto

  /// The options of `leakcheck explain`.
  static var options: [OptionDeclaration<ExplainCommand>] {
    [
      ReportFile.option { (command, path) in command.path = path },
      ReportOptions.colorOption { (command, color) in command.color = color },
    ]
  }

  init(parsing arguments: [String]) throws(CommandError) {
    var reader = Arguments(arguments)
    guard let word = try reader.read(Self.options, into: &self, maxOperands: 1).first else {
      throw CommandError("explain expects a fingerprint such as v1:7c1e9a42")
    }
    fingerprint = word
  }

  func run() throws(CommandError) -> Int32 {
    let report = try ReportFile.report(at: path, namedBy: "--report")
    // A prefix of the fingerprint suffices if it is unambiguous. The version (`v1:`) may be
    // omitted.
    let matches = report.findings.filter {
      $0.fingerprint.hasPrefix(fingerprint) || $0.fingerprint.hasPrefix("v1:\(fingerprint)")
    }
    guard let finding = matches.first(where: { $0.fingerprint == fingerprint }) ?? matches.first
    else {
      let known = report.findings.map(\.fingerprint)
      if known.isEmpty { throw CommandError("'\(path)' has no findings to explain") }
      throw unknown(among: known)
    }
    guard matches.count == 1 || finding.fingerprint == fingerprint else {
      throw CommandError("'\(fingerprint)' may be any of \(matches.count) findings: add digits")
    }
    let style: Style = Console.usesColor(color) ? .colored : .plain
    Console.print(ExplanationText(of: finding, in: report, style: style).text)
    return ExitStatus.clean
  }

  private func unknown(among known: [String]) -> CommandError {
    let nearest = Suggestion.nearest(to: fingerprint, among: known)
    let hint =
      nearest.map { "did you mean '\($0)'?" }
      ?? "it has \(CommandError.list(known, maxLength: 50))"
    return CommandError("'\(path)' has no finding '\(fingerprint)'; \(hint)")
  }
}
