import CRecorder
import Foundation
import HeapWalking
import Findings
import Reporting

/// `leakcheck exec`: runs any program and reports its leaks.
struct ExecCommand {
  let options: ExecOptions

  init(_ options: ExecOptions) { self.options = options }

  /// Runs the program and returns the exit status; see ``exitStatus(of:_:isEndedByAnalysis:)``.
  ///
  /// The program's output goes to standard output; the report goes to standard error, or to the
  /// output folder.
  ///
  /// - Throws: ``CommandError`` before the program starts, if the program cannot be found, the
  ///   preloaded library is not installed, or the baseline or the output folder cannot be used.
  ///   Also throws later if a report cannot be written, or a report of an earlier run cannot be
  ///   removed.
  func run() throws(CommandError) -> Int32 {
    let baseline = try options.baseline.map { path throws(CommandError) in
      try BaselineOnDisk(path).valid()
    }
    let delivery = try ReportDelivery(options.report, printingTo: .errors)
    let program = try PreloadedProgram(options)
    try delivery.removeEarlierReports()
    if let reason = program.linkage.obstacle, !options.followsChildren {
      return refuse(because: reason)
    }
    if let reason = Self.filterObstacle { return refuse(because: reason) }
    if !options.report.isQuiet, !SourceLocator.isAvailable {
      Console.printError(
        "leakcheck: llvm-symbolizer is not in PATH: functions are named without files and lines")
    }
    var verdicts: [LeakReport.Verdict] = []
    var reports: [LeakReport] = []
    var suppressed: [Finding] = []
    var skipsTools = false
    var isEndedByAnalysis = false
    // A report must not interrupt the backtrace that a program prints when it crashes.
    var kept: [PreloadedProgram.Report] = []
    var ending: SpawnedProgram.Ending?
    /// Adds to a report how the program ended, if it has ended.
    func withEnding(_ report: LeakReport) -> LeakReport {
      guard let ending else { return report }
      var report = report
      if let failure = Self.failure(ending) { report.program?.failure = failure }
      report.summary.verdict = report.verdict(failing: options.report.failOn)
      report.program?.exitStatus = exitStatus(
        of: ending, verdicts + [report.summary.verdict], isEndedByAnalysis: isEndedByAnalysis)
      return report
    }
    func deliver(_ found: PreloadedProgram.Report) throws(CommandError) {
      if case .skipped = found {
        skipsTools = true
        return
      }
      if case .endedByAnalysis = found { isEndedByAnalysis = true }
      if let found = read(found) {
        let (left, omitted) = options.suppressions.applied(to: found)
        suppressed += omitted
        if options.keepsReportsUntilTheEnd { warnAboutUnusedSuppressions(suppressed) }
        let report = left.applying(baseline ?? Baseline(), failOn: options.report.failOn)
        let verdict = report.verdict(failing: options.report.failOn)
        // Whether a program failed is known only when all of its processes have ended.
        verdicts.append(verdict == .failed ? .clean : verdict)
        reports.append(withEnding(report))
        try self.deliver(reports[reports.count - 1], of: reports, verdicts, delivery)
      } else {
        verdicts.append(.inconclusive)
        if let all = soFar(reports, verdicts) { try delivery.writeFiles(of: all) }
      }
    }
    let outcome = try program.run { found throws(CommandError) in
      if options.keepsReportsUntilTheEnd { kept.append(found) } else { try deliver(found) }
    }
    ending = outcome?.ending
    for found in kept { try deliver(found) }
    guard let (ending, leavesProcesses) = outcome else {
      try delivery.removeEarlierReports()
      return Self.endBySignal(options.program)
    }
    if options.followsChildren || !options.keepsReportsUntilTheEnd && Self.failure(ending) != nil,
      let last = reports.last
    {
      try delivery.writeFiles(of: withEnding(joined(reports, verdicts) ?? last))
    }
    if !options.keepsReportsUntilTheEnd, !reports.isEmpty {
      warnAboutUnusedSuppressions(suppressed)
    }
    if options.followsChildren, !verdicts.isEmpty {
      Console.printError(Self.total(of: verdicts, reports, skipsTools: skipsTools))
    } else if options.report.isQuiet, let last = reports.last {
      delivery.printResult(of: text(of: last))
    }
    if verdicts.isEmpty {
      Console.printError(
        options.followsChildren
          ? "leakcheck: neither \(options.program) nor a Swift program that it started wrote a report"
          : leavesProcesses
            ? "leakcheck: \(options.program) wrote no report, and continues in a process that it forked: "
              + "--follow analyzes that process"
            : "leakcheck: \(options.program) wrote no report; it may have been killed, have ended "
              + "without the C library, have executed another program (use --follow to analyze "
              + "that program), or have been unable to write the report because it changed its "
              + "user, root folder or limits, or removed the temporary folder")
      verdicts = [.inconclusive]
    }
    if ending == .status(127), verdicts == [.inconclusive] {
      Console.printError(
        "leakcheck: \(options.program) may not have been started, because a library is missing: see "
          + "the dynamic loader's message, and ldd \(options.program)")
    }
    if let failure = Self.failure(ending), options.usesProgramStatus || !isEndedByAnalysis {
      Console.printError("leakcheck: \(options.program) failed: \(failure)")
    }
    if !LeakReport.failed(among: reports).isEmpty { verdicts.append(.failed) }
    return exitStatus(of: ending, verdicts, isEndedByAnalysis: isEndedByAnalysis)
  }

  private func read(_ found: PreloadedProgram.Report) -> LeakReport? {
    switch found {
    case .skipped: return nil
    case .endedByAnalysis(let known):
      Console.printError(
        "leakcheck: \(named(known)) could not be analyzed: it installed a filter of system calls "
          + "(seccomp) by a direct system call, and the filter ended it during the analysis")
      return nil
    case .failed(let reason, let known):
      Console.printError("leakcheck: \(named(known)) could not be analyzed: \(reason)")
      return nil
    case .written(let data, let known, let linkage):
      // Without /proc, a process cannot determine the name of its program.
      let program = known.isEmpty ? options.programName : known
      if options.followsChildren, !options.report.isQuiet {
        Console.printError("leakcheck: report on \(named(known)):")
      }
      do {
        if linkage == .staticRuntime, !options.report.isQuiet {
          Console.printError(
            "leakcheck: the Swift runtime is linked into \(program) (-static-stdlib): recorded by "
              + "the program's own symbols; an allocation site may be in the standard library")
        }
        var report = try ReportReader.report(from: data, name: "the program's report")
        let failure = report.program?.failure
        report.program = ProgramRun(name: program, moment: options.moment)
        report.program?.failure = failure
        report.reproduce = options.reproduction
        return report
      } catch {
        Console.printError("leakcheck: \(error)")
        return nil
      }
    }
  }

  /// Returns the name of an examined program for a message.
  ///
  /// - Parameter known: The name in the report of the program's process; empty if it is unknown.
  private func named(_ known: String) -> String {
    if !options.followsChildren { return options.program }
    return known.isEmpty ? "\(options.program), or a program that it started," : known
  }

  /// Prints the reason why the program is not started, and returns the exit status.
  private func refuse(because reason: String) -> Int32 {
    Console.printError("leakcheck: \(options.program) cannot be analyzed: \(reason)")
    return ExitStatus.inconclusive
  }

  /// Prints the patterns of `--suppress` that apply to none of the suppressed findings. Such a
  /// pattern may be misspelled, or the leak may be fixed.
  private func warnAboutUnusedSuppressions(_ suppressed: [Finding]) {
    guard !options.report.isQuiet else { return }
    for pattern in Suppressions.unused(options.suppressionPatterns, by: suppressed) {
      Console.printError("leakcheck: --suppress '\(Escaping.line(pattern))' matches no finding")
    }
  }

  /// Prints the report on a program, and writes the reports on all programs to the output folder.
  /// With `--quiet`, prints nothing, because the result of the last report is printed at the end.
  private func deliver(
    _ report: LeakReport, of all: [LeakReport], _ verdicts: [LeakReport.Verdict],
    _ delivery: ReportDelivery
  ) throws(CommandError) {
    let text = options.report.isQuiet ? nil : self.text(of: report)
    try delivery.deliver(report, inFolder: soFar(all, verdicts), text: text)
  }

  /// Returns the report to write while further programs may follow. It is never clean: if this
  /// process is killed, nothing replaces it. Returns `nil` if no program was analyzed, or if no
  /// program follows.
  private func soFar(
    _ reports: [LeakReport], _ verdicts: [LeakReport.Verdict]
  ) -> LeakReport? {
    guard options.followsChildren, !reports.isEmpty else { return joined(reports, verdicts) }
    return LeakReport(joiningPrograms: reports, isComplete: false)
  }

  private func text(of report: LeakReport) -> String {
    TextReport(
      of: report, style: options.report.style, width: Console.terminalWidth(of: .errors)
    ).text()
  }

  /// Returns one report on all programs; `nil` if a single program was examined.
  ///
  /// - Parameter verdicts: The verdicts on these programs, and on programs that could not be
  ///   analyzed.
  private func joined(
    _ reports: [LeakReport], _ verdicts: [LeakReport.Verdict]
  ) -> LeakReport? {
    if verdicts.count < 2 || reports.isEmpty { return nil }
    return LeakReport(
      joiningPrograms: reports, isComplete: verdicts.count == reports.count)
  }

  /// The reason why a filter of system calls prevents an analysis; `nil` if no filter does. Every
  /// program that this process starts inherits the filters of this process.
  private static var filterObstacle: String? {
    guard lk_filter_count() > 0 else { return nil }
    let trial = lk_try_filters()
    let number = UInt32(clamping: trial.number)
    let call =
      unsafe lk_system_call_name(number).map { unsafe String(cString: $0) }
      ?? "system call \(number)"
    return switch trial.kind {
    case lk_trial_ended: "a filter of system calls (seccomp) ends each process that calls \(call)"
    case lk_trial_refused: "a filter of system calls (seccomp) refuses \(call)"
    default: nil
    }
  }

  /// Returns the names of some programs, at most three of them, as a list in words.
  private static func names(of reports: [LeakReport]) -> String {
    let names = reports.compactMap(\.program?.name).uniqued()
    let more = names.count - 3
    return ReportVocabulary.list(
      names.prefix(3).map { Escaping.line($0) } + (more > 0 ? ["\(more) more"] : []))
  }

  /// Returns the line that summarizes the results of all programs that were followed.
  ///
  /// - Parameter reports: The reports on the programs that could be analyzed.
  private static func total(
    of verdicts: [LeakReport.Verdict], _ reports: [LeakReport], skipsTools: Bool
  ) -> String {
    let leaking = verdicts.count { $0 == .leaking }
    let inconclusive = verdicts.count { $0 == .inconclusive }
    let names = names(of: reports.filter { $0.summary.verdict == .leaking })
    let crashed = LeakReport.failed(among: reports)
    return "leakcheck: \(ReportVocabulary.counted(verdicts.count, "program")) examined, "
      + (leaking == 0 ? "none leaking" : "\(leaking) leaking (\(names))")
      + (inconclusive == 0 ? "" : ", \(inconclusive) inconclusive")
      + (crashed.isEmpty ? "" : "; \(Self.names(of: crashed)) crashed")
      + (skipsTools ? "; the Swift toolchain's own programs were skipped" : "")
  }

  /// Ends this process with the signal that requested its end.
  private static func endBySignal(_ program: String) -> Int32 {
    let signal = SpawnedProgram.signalReceived ?? SIGTERM
    Console.printError(
      "leakcheck: interrupted by signal \(signal): \(program) and everything that it started were "
        + "killed, without a report")
    Foundation.signal(signal, SIG_DFL)
    kill(getpid(), signal)
    return ExitStatus.inconclusive
  }
}
