import Findings
import FindingText
import Reporting

extension ExecResults {
  /// Prints what is known only after the program has ended, writes the final report, and returns
  /// the exit status.
  ///
  /// - Parameter leavesProcesses: A Boolean value indicating whether processes that the program
  ///   started still run.
  func finish(leavesProcesses: Bool) throws(CommandError) -> Int32 {
    try rewriteReport()
    if !options.keepsReportsUntilTheEnd, !reports.isEmpty { warnAboutUnusedSuppressions() }
    if options.followsChildren, !verdicts.isEmpty {
      Console.printError(total)
    } else if options.report.isQuiet, let last = reports.last {
      delivery.printResult(of: text(of: last))
    }
    if verdicts.isEmpty {
      Console.printError("leakcheck: " + missing(leavesProcesses))
    } else if continuesInFork {
      Console.printError(
        "leakcheck: \(options.program) continues in a process that it forked and that was not "
          + "examined: --follow examines that process")
    }
    let known = verdicts.isEmpty || continuesInFork ? verdicts + [.inconclusive] : verdicts
    if ending == .status(127), known == [.inconclusive] {
      Console.printError(
        "leakcheck: \(options.program) may not have been started, because a library is missing: see "
          + "the dynamic loader's message, and ldd \(options.program)")
    }
    if let failure = ending?.failure, options.usesProgramStatus || !isEndedByAnalysis {
      Console.printError("leakcheck: \(options.program) failed: \(failure)")
    }
    return exitStatus(of: known + (LeakReport.failed(among: reports).isEmpty ? [] : [.failed]))
  }

  /// Writes the files of the report again, if they were written before the program ended and the
  /// program's ending changes the report.
  private func rewriteReport() throws(CommandError) {
    guard !options.keepsReportsUntilTheEnd, let last = reports.last,
      options.followsChildren || ending?.failure != nil
    else { return }
    try delivery.writeFiles(of: withEnding(joined ?? last))
  }

  /// Returns the reason why no report exists, as far as it is known.
  private func missing(_ leavesProcesses: Bool) -> String {
    if options.followsChildren {
      return "neither \(options.program) nor a Swift program that it started wrote a report"
    }
    if leavesProcesses {
      return "\(options.program) wrote no report, and continues in a process that it forked: "
        + "--follow examines that process"
    }
    return "\(options.program) wrote no report. Possible causes: a signal killed it; it ended by a "
      + "system call instead of exit or _exit; it executed another program (--follow examines that "
      + "program); or it changed its user, root folder or limits, or removed the temporary folder, "
      + "so that the report could not be written"
  }

  /// Prints the patterns of `--suppress` that apply to none of the suppressed findings. Such a
  /// pattern may be misspelled, or the leak may be fixed.
  func warnAboutUnusedSuppressions() {
    guard !options.report.isQuiet else { return }
    for pattern in Suppressions.unused(options.suppressionPatterns, by: suppressed) {
      Console.printError("leakcheck: --suppress '\(Escaping.line(pattern))' matches no finding")
    }
  }

  /// Returns the names of the programs of some reports as a list in words: at most three names, and
  /// the number of the other programs.
  private static func names(of reports: [LeakReport]) -> String {
    let names = reports.compactMap(\.program?.name).uniqued()
    let more = names.count - 3
    return ReportVocabulary.list(
      names.prefix(3).map { Escaping.line($0) } + (more > 0 ? ["\(more) more"] : []))
  }

  /// The line that summarizes the results of all programs that were followed.
  private var total: String {
    let unexamined = verdicts.count - reports.count
    let leaking = verdicts.count { $0 == .leaking }
    let inconclusive = verdicts.count { $0 == .inconclusive } - unexamined
    let names = Self.names(of: reports.filter { $0.summary.verdict == .leaking })
    let crashed = LeakReport.failed(among: reports)
    var text = "leakcheck: \(ReportVocabulary.counted(reports.count, "program")) examined, "
    text += leaking == 0 ? "none leaking" : "\(leaking) leaking (\(names))"
    if inconclusive > 0 { text += ", \(inconclusive) inconclusive" }
    if unexamined > 0 { text += ", \(unexamined) not examined" }
    if !crashed.isEmpty { text += "; \(Self.names(of: crashed)) crashed" }
    if skipsTools { text += "; the Swift toolchain's own programs were skipped" }
    return text
  }
}
