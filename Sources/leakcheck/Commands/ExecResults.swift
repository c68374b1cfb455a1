import Findings
import FindingText
import Reporting

/// The results of the programs that `leakcheck exec` has examined so far.
///
/// Each result is printed, and written to the output folder, when it is added.
struct ExecResults {
  let options: ExecOptions
  let baseline: Baseline
  let delivery: ReportDelivery
  /// The reports on the programs that could be examined.
  private(set) var reports: [LeakReport] = []
  /// The verdicts on the programs of ``reports``, and on programs that could not be examined.
  /// The verdict `failed` is recorded as `clean`, because the program may still succeed in another
  /// process; see ``LeakReport/failed(among:)``.
  private(set) var verdicts: [LeakReport.Verdict] = []
  /// The findings that suppressions omitted from the reports.
  private(set) var suppressed: [Finding] = []
  /// A Boolean value indicating whether some processes ran programs of the Swift toolchain.
  private(set) var skipsTools = false
  /// A Boolean value indicating whether the analysis ended the program.
  private(set) var isEndedByAnalysis = false
  /// The way in which the program ended; `nil` while it runs.
  var ending: SpawnedProgram.Ending?
  /// A Boolean value indicating whether the program continues in a process that it forked and that
  /// is not examined.
  var continuesInFork = false

  init(_ options: ExecOptions, _ baseline: Baseline, _ delivery: ReportDelivery) {
    self.options = options
    self.baseline = baseline
    self.delivery = delivery
  }

  /// Adds the result for one process of the program.
  ///
  /// - Throws: ``CommandError`` if the report cannot be written.
  mutating func add(_ found: PreloadedProgram.Report) throws(CommandError) {
    switch found {
    case .skipped:
      skipsTools = true
    case .endedByAnalysis(let known):
      isEndedByAnalysis = true
      try addFailure(
        of: known,
        "it installed a system call filter (seccomp) by a direct system call, and the filter ended "
          + "it during the analysis")
    case .failed(let reason, let known):
      try addFailure(of: known, reason)
    case .written(let data, let known, let linkage):
      // Without /proc, a process cannot determine the name of its program.
      let program = known.isEmpty ? options.programName : known
      if options.followsChildren, !options.report.isQuiet {
        Console.printError("leakcheck: report on \(named(known)):")
      }
      let report: LeakReport
      do {
        report = try ReportReader.report(from: data, name: "the program's report")
      } catch {
        Console.printError("leakcheck: \(error)")
        return try addInconclusive()
      }
      if linkage == .staticRuntime, !options.report.isQuiet {
        Console.printError(
          "leakcheck: \(program) contains the Swift runtime (-static-stdlib), so leakcheck finds "
            + "the runtime's functions by the program's symbols; the report may name functions of "
            + "the standard library as allocation sites")
      }
      try add(report, on: program)
    }
  }

  private mutating func addFailure(of known: String, _ reason: String) throws(CommandError) {
    Console.printError("leakcheck: \(named(known)) could not be examined: \(reason)")
    try addInconclusive()
  }

  private mutating func addInconclusive() throws(CommandError) {
    verdicts.append(.inconclusive)
    if let soFar { try delivery.writeFiles(of: soFar) }
  }

  /// Prints the report on a program, and writes the reports on all programs to the output folder.
  /// With `--quiet`, prints nothing, because the result is printed when the program has ended.
  private mutating func add(_ found: LeakReport, on program: String) throws(CommandError) {
    var named = found
    named.program = ProgramRun(name: program, moment: found.program?.moment ?? "when it ended")
    named.program?.failure = found.program?.failure
    named.reproduce = options.reproduction
    let (left, omitted) = options.suppressions.applied(to: named)
    suppressed += omitted
    if options.keepsReportsUntilTheEnd { warnAboutUnusedSuppressions() }
    var complete = left
    if continuesInFork {
      complete.summary.isIncomplete = true
      complete.coverage.rootObstacle =
        complete.coverage.rootObstacle ?? "the program continues in a process that it forked"
    }
    var report = complete.applying(baseline, failOn: options.report.failOn)
    let verdict = report.verdict(failing: options.report.failOn)
    verdicts.append(verdict == .failed ? .clean : verdict)
    report = withEnding(report)
    reports.append(report)
    let text = options.report.isQuiet ? nil : self.text(of: report)
    try delivery.deliver(report, inFolder: soFar, text: text)
  }

  /// Returns a report with the way in which the program ended, if it has ended.
  func withEnding(_ report: LeakReport) -> LeakReport {
    guard let ending else { return report }
    var report = report
    if let failure = ending.failure { report.program?.failure = failure }
    report.summary.verdict = report.verdict(failing: options.report.failOn)
    report.program?.exitStatus = exitStatus(of: verdicts + [report.summary.verdict])
    return report
  }

  /// Returns the name of an examined program for a message.
  ///
  /// - Parameter known: The name in the report of the program's process; empty if it is unknown.
  private func named(_ known: String) -> String {
    if !options.followsChildren { return options.program }
    return known.isEmpty ? "\(options.program), or a program that it started," : known
  }

  /// The report to write while further programs may follow; `nil` to write the report of the last
  /// program. With `--follow`, this report is never clean, because it is final if this process is
  /// killed.
  private var soFar: LeakReport? {
    guard options.followsChildren, !reports.isEmpty else { return joined }
    return LeakReport(joiningPrograms: reports, isComplete: false)
  }

  func text(of report: LeakReport) -> String {
    TextReport(
      of: report, style: options.report.style(on: .errors),
      width: Console.terminalWidth(of: .errors)
    ).text()
  }

  /// A report on all programs; `nil` if there is at most one verdict, or no program was examined.
  var joined: LeakReport? {
    if verdicts.count < 2 || reports.isEmpty { return nil }
    return LeakReport(
      joiningPrograms: reports, isComplete: verdicts.count == reports.count)
  }
}
