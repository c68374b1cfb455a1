import Foundation
import MutantCells
import Findings
import Reporting
import Scenarios
import StreamCells

/// `leakcheck run`: runs matrix cells, and reports the findings and the verdict of the CI gate.
struct RunCommand {
  private let options: RunOptions
  private let arguments: [String]

  /// - Parameter arguments: The options as command-line arguments. They are passed to child
  ///   processes that run a share of the cells.
  init(_ options: RunOptions, arguments: [String]) {
    self.options = options
    self.arguments = arguments
  }

  /// Runs the cells and returns the exit status.
  ///
  /// - Throws: ``CommandError`` before the first cell runs, if the baseline cannot be read, the
  ///   output folder cannot be written to, or the report of an earlier run cannot be removed. Also
  ///   throws after the last cell, if the report cannot be written.
  func run() throws(CommandError) -> Int32 {
    let baseline = try options.baseline.map { path throws(CommandError) in
      try BaselineOnDisk(path).valid()
    }
    let delivery = try ReportDelivery(options.report)
    try delivery.removeEarlierReports()
    let clock = ContinuousClock()
    let start = clock.now
    var report: LeakReport
    let crashedOrTimedOutCells: Int
    do throws(WorkerFailure) {
      (report, crashedOrTimedOutCells) = try result()
    } catch {
      Console.printError("leakcheck: \(error)")
      return ExitStatus.programFailed
    }
    let duration = (clock.now - start).inSeconds
    report = report.applying(baseline ?? Baseline(), failOn: options.report.failOn)
    let text = TextReport(
      of: report, style: options.report.style(on: .output), width: Console.terminalWidth
    ).text(duration: duration)
    try delivery.deliver(report, text: text)
    if let baseline, options.isWhole { warn(about: baseline.stale(in: report)) }
    return crashedOrTimedOutCells > 0
      ? ExitStatus.programFailed : report.verdict(failing: options.report.failOn).exitStatus
  }

  /// Prints a warning for each baseline entry that is no longer needed. Such entries do not make
  /// the run fail.
  private func warn(about stale: [Baseline.Entry]) {
    for entry in stale {
      Console.printError(
        "leakcheck: \(entry.fingerprint) in \(options.baseline ?? "the baseline") is stale: "
          + "no cell has this finding; leakcheck baseline prune removes the entry")
    }
  }

  /// Returns the report, and the number of cells that crashed or did not end in time.
  private func result() throws(WorkerFailure) -> (LeakReport, crashedOrTimedOutCells: Int) {
    options.mutant?.plant()
    let selected = options.selectedCells
    let shard = options.shard?.shard(of: selected.map(\.id))
    let cells = shard?.share(of: selected) ?? selected
    if cells.isEmpty { Console.printError("leakcheck: no cell ran: the options select none") }
    #if !TRACE_RESOURCES
      Console.printError(
        "leakcheck: this leakcheck was built without the trait TRACE_RESOURCES, so it cannot find "
          + "objects of the library")
    #endif
    let selfTest = selfTest(of: shard?.share(of: mutants) ?? mutants)
    if options.selfTests {
      for warning in selfTest.warnings { Console.printError("leakcheck: \(warning)") }
    }
    var (report, crashedOrTimedOutCells) = try report(of: cells)
    report.shard = shard
    report.isSelective = options.isSelective
    if options.selfTests && report.summary.verdict != .clean {
      Console.printError("leakcheck: the self-test is skipped, because the run is not clean")
    } else if options.selfTests {
      report.judge(mutants: selfTest.verdicts())
      report.generatedMutants = MutationScore(listedBy: survivorList)
    } else if options.isJudging, let mutant = options.mutant {
      report.judge(mutants: [mutant.judged(by: report)])
    }
    // A cell that crashed or did not end in time would do so again with the copy of the library
    // that records the executed code. Suspects are searched for only if there is no such cell.
    if report.summary.failedCells > 0, !generatedMutants.isEmpty, crashedOrTimedOutCells == 0 {
      addSuspects(to: &report)
    }
    return (report, crashedOrTimedOutCells)
  }

  private func addSuspects(to report: inout LeakReport) {
    let search = SuspectSearch(
      executable: Self.executable, arguments: arguments, jobs: options.jobs)
    do throws(WorkerFailure) {
      try search.addSuspects(to: &report)
    } catch {
      Console.printError("leakcheck: cannot search for the cause of the failed cells: \(error)")
    }
  }

  /// Runs the cells in other processes, so that a cell that crashes does not end the run.
  private func report(
    of cells: [Cell]
  ) throws(WorkerFailure) -> (LeakReport, crashedOrTimedOutCells: Int) {
    let jobs = Worker.count(for: cells.count, requestedJobs: options.jobs)
    let result = try Worker(executable: Self.executable, arguments: arguments)
      .result(of: cells, among: jobs)
    let report = LeakReport(
      of: result.outcomes, version: Version.current, reproduce: options.reproduction)
    return (report, result.crashedOrTimedOutCells)
  }

  private func selfTest(of mutants: [Mutant]) -> SelfTest {
    SelfTest(executable: Self.executable, mutants: mutants, isQuiet: options.report.isQuiet)
  }

  /// The executable of this process.
  static var executable: URL {
    CommandLineArguments.executable
  }
}

extension LeakReport {
  /// Adds the verdicts on planted mutants. If a mutant was missed, the verdict of a clean run
  /// becomes inconclusive.
  fileprivate mutating func judge(mutants: [MutantReport]) {
    self.mutants = mutants
    if summary.verdict == .clean && !mutants.allSatisfy(\.isCaught) {
      summary.verdict = .inconclusive
    }
  }
}

extension Duration {
  /// The duration in seconds: `1.9 s`.
  fileprivate var inSeconds: String {
    let tenths = (self / .milliseconds(100)).rounded()
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) s"
  }
}
