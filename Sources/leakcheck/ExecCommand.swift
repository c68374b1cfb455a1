import Foundation
import OwnershipGraph
import Reporting

/// `leakcheck exec`: runs a program that was not built for this and reports what can
/// never go away when it ends.
struct ExecCommand {
  private let options: ExecOptions

  init(_ options: ExecOptions) { self.options = options }

  /// Runs the program and returns the exit status: 4 where it failed.
  ///
  /// - Throws: ``UsageError`` before it starts if it cannot be found, or what is loaded
  ///   into it is not installed, or the output folder cannot be written to.
  func run() throws(UsageError) -> Int32 {
    let folder = try options.output.map { path throws(UsageError) in try OutputFolder(path) }
    let program = try PreloadedProgram(options.program, arguments: options.arguments)
    let outcome = try program.run()
    guard let data = outcome.report else {
      Console.complain("leakcheck: \(options.program) left no report: \(outcome.ending)")
      return outcome.hasFailed ? ExitStatus.programFailed : ExitStatus.inconclusive
    }
    let report: LeakReport
    do {
      report = try ReportReader.report(from: data, name: "the program's report")
    } catch {
      Console.complain("leakcheck: \(error)")
      return ExitStatus.inconclusive
    }
    try write(report, to: folder)
    if outcome.hasFailed {
      Console.complain("leakcheck: \(options.program) failed: \(outcome.ending)")
      return ExitStatus.programFailed
    }
    let isForgiven = report.summary.verdict == .leaking && options.gate == .none
    return isForgiven ? ExitStatus.clean : report.summary.verdict.exitCode
  }

  /// The program's own output goes to standard output; the report on it goes to
  /// standard error, or to the folder.
  private func write(_ report: LeakReport, to folder: OutputFolder?) throws(UsageError) {
    let formats = options.formats.compactMap(ReportFormats.named)
    if let folder {
      try folder.write(report, as: formats.isEmpty ? ReportFormats.all : formats)
    }
    let style: Style = Console.usesColor(options.color) ? .colored : .plain
    var text = TextReport(of: report, style: style).text(duration: nil)
    if folder == nil, let format = formats.first {
      text = (try? format.files(for: report).map(\.contents).joined()) ?? text
    }
    Console.complain(options.isQuiet ? String(text.split(separator: "\n").last ?? "") : text)
  }
}
