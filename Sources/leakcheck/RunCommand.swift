import Foundation
import MutantCells
import OwnershipGraph
import Reporting
import Scenarios
import StreamCells

/// `leakcheck run`: runs cells, reports on them and says whether the gate is green.
struct RunCommand {
  private let options: RunOptions

  init(_ options: RunOptions) {
    self.options = options
  }

  /// Runs and returns the exit status.
  ///
  /// - Throws: ``UsageError`` before the first cell if the output folder cannot be written to.
  func run() throws(UsageError) -> Int32 {
    let folder = try options.output.map { path throws(UsageError) in try OutputFolder(path) }
    let clock = ContinuousClock()
    let start = clock.now
    let report = self.report()
    let duration = (clock.now - start).inSeconds
    if let folder {
      let formats = options.formats.compactMap(ReportFormats.named)
      try folder.write(report, as: formats.isEmpty ? ReportFormats.all : formats)
    }
    try say(report, after: duration)
    return status(of: report)
  }

  private func report() -> LeakReport {
    options.mutant?.plant()
    let matrix = options.mutant == nil ? StreamCells.streamMatrix() : MutantCells.streamMatrix()
    let isJudging = options.mutant != nil && options.selection.isEverything
    let cells = matrix.selected(
      by: isJudging ? options.mutant?.selection ?? options.selection : options.selection)
    if cells.isEmpty { Console.complain("leakcheck: no cell ran: the options leave none") }
    #if !TRACE_RESOURCES
      Console.complain("leakcheck: built without TRACE_RESOURCES, it sees no object of the library")
    #endif
    var report = MatrixRun(cells: cells, isQuiet: options.isQuiet)
      .report(reproduce: options.reproduction)
    if options.selfTests && report.summary.verdict != .clean {
      Console.complain("leakcheck: the self-test is left out: it needs a run that is clean")
    } else if options.selfTests {
      report.judge(mutants: selfTest.verdicts())
    } else if isJudging, let mutant = options.mutant {
      report.judge(mutants: [mutant.judged(by: report)])
    }
    return report
  }

  private var selfTest: SelfTest {
    let executable =
      Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return SelfTest(executable: executable, isQuiet: options.isQuiet)
  }

  /// What goes to standard output: the one format asked for, or the text with the result last.
  private func say(_ report: LeakReport, after duration: String) throws(UsageError) {
    if options.output == nil, let format = options.formats.compactMap(ReportFormats.named).first {
      // One document, to be read by a program.
      do {
        try Console.print(format.files(for: report).map(\.contents).joined())
      } catch {
        throw UsageError("the report cannot be written as \(format.name): \(error)")
      }
      return
    }
    let style: Style = Console.usesColor(options.color) ? .colored : .plain
    let text = TextReport(of: report, style: style).text(duration: duration)
    Console.print(options.isQuiet ? String(text.split(separator: "\n").last ?? "") : text)
  }

  private func status(of report: LeakReport) -> Int32 {
    let isForgiven = report.summary.verdict == .leaking && options.gate == .none
    return isForgiven ? ExitStatus.clean : report.summary.verdict.exitCode
  }
}

extension LeakReport {
  /// Adds the verdicts on planted mistakes: with one missed, a clean run proves nothing.
  fileprivate mutating func judge(mutants: [MutantReport]) {
    self.mutants = mutants
    if summary.verdict == .clean && !mutants.allSatisfy(\.isCaught) {
      summary.verdict = .inconclusive
    }
  }
}

extension Duration {
  /// `1.9 s`
  fileprivate var inSeconds: String {
    let tenths = (self / .milliseconds(100)).rounded()
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) s"
  }
}
