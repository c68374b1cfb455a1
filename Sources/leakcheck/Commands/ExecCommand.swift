import CRecorder
import Foundation
import HeapWalking
import Findings
import Reporting

/// `leakcheck exec`: runs any program and reports its leaks.
struct ExecCommand {
  let options: ExecOptions

  init(_ options: ExecOptions) { self.options = options }

  /// Runs the program and returns the exit status; see ``ExecResults/exitStatus(of:)``.
  ///
  /// The program's output goes to standard output; the report goes to standard error, and to the
  /// output folder if there is one.
  ///
  /// - Throws: ``CommandError`` if the program cannot be found or started, the preloaded library is
  ///   not installed, the baseline, the output folder or the temporary folder cannot be used, or a
  ///   report of an earlier run cannot be removed. Also throws later if a report cannot be written,
  ///   or, after an interruption, removed.
  func run() throws(CommandError) -> Int32 {
    let baseline = try options.baseline.map { path throws(CommandError) in
      try BaselineOnDisk(path).valid()
    }
    let delivery = try ReportDelivery(options.report, printingTo: .errors)
    let program = try PreloadedProgram(options)
    try delivery.removeEarlierReports()
    if let reason = obstacle(to: program) {
      Console.printError("leakcheck: \(options.program) cannot be examined: \(reason)")
      return ExitStatus.inconclusive
    }
    if !options.report.isQuiet, !SourceLocator.isAvailable {
      Console.printError("leakcheck: \(DoctorCheck.missingSymbolizer)")
    }
    var results = ExecResults(options, baseline ?? Baseline(), delivery)
    // A report must not interrupt the backtrace that a program prints when it crashes.
    var kept: [PreloadedProgram.Report] = []
    let outcome = try program.run { found throws(CommandError) in
      if options.keepsReportsUntilTheEnd { kept.append(found) } else { try results.add(found) }
    }
    results.ending = outcome?.ending
    results.continuesInFork = outcome?.continuesInFork == true && !options.followsChildren
    for found in kept { try results.add(found) }
    guard let outcome else {
      try delivery.removeEarlierReports()
      return endBySignal()
    }
    return try results.finish(leavesProcesses: outcome.leavesProcesses)
  }

  /// Returns the reason why the program cannot be examined; `nil` if no reason is known before it
  /// starts.
  private func obstacle(to program: PreloadedProgram) -> String? {
    if !options.followsChildren, let reason = program.linkage.obstacle { return reason }
    return Self.filterObstacle
  }

  /// The reason why a system call filter prevents an analysis; `nil` if no filter does. Every
  /// program that this process starts inherits the filters of this process.
  private static var filterObstacle: String? {
    guard lk_filter_count() > 0 else { return nil }
    let trial = lk_try_filters()
    let number = UInt32(clamping: trial.number)
    let name =
      unsafe lk_system_call_name(number).map { unsafe String(cString: $0) } ?? "\(number)"
    let effect: String? =
      switch trial.kind {
      case lk_trial_ended: "ends each process that makes the system call \(name)"
      case lk_trial_refused: "refuses the system call \(name)"
      default: nil
      }
    return effect.map {
      "a system call filter (seccomp) \($0): allow this call, for example in the container's "
        + "seccomp profile"
    }
  }

  /// Ends this process with the signal that requested its end.
  private func endBySignal() -> Int32 {
    let signal = SpawnedProgram.signalReceived ?? SIGTERM
    let folder = options.report.output == nil ? "" : "; the output folder contains no report"
    Console.printError(
      "leakcheck: interrupted by \(SignalName.description(of: signal)): \(options.program) and the "
        + "processes that it started were killed, because they continued after the signal, or an "
        + "analysis was not complete\(folder)")
    Foundation.signal(signal, SIG_DFL)
    kill(getpid(), signal)
    return ExitStatus.inconclusive
  }
}
