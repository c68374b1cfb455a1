import CRecorder
import ExecProtocol
import Foundation
import HeapWalking
import LeakAnalysis
import Findings
import Reporting
import Synchronization

/// A type that makes a report on the program when it ends or crashes, when a signal arrives, or
/// after a given time.
///
/// The exit handler is registered before the program begins, so that it runs after the program's
/// own exit handlers. The heap is walked in a forked process, which writes the report. The
/// program's own memory is not modified.
enum ProgramReport {
  /// The reason why a report is made.
  enum Occasion: Int {
    /// The program ends or crashes.
    case end
    /// The signal that requests a report has arrived.
    case signal
    /// The time after which a report is made has passed.
    case time
  }

  private static let request = Mutex<ExecRequest?>(nil)
  /// The reason for the latest report, a raw value of ``Occasion``.
  private static let occasion = Atomic<Int>(0)
  private static let hasReported = Atomic<Bool>(false)
  /// The identifier of the program's process. It distinguishes this process from the processes that
  /// the program forks.
  private static let process = Atomic<pid_t>(0)
  private static let followsForks = Atomic<Bool>(false)
  private static let hasCrashed = Atomic<Bool>(false)
  /// A Boolean value indicating whether the recorder recorded a test object that was allocated
  /// before the program began.
  private static let isRecording = Atomic<Bool>(false)

  /// Prepares for recording and for reports; returns `false` if that is impossible.
  static func prepare(for request: ExecRequest) -> Bool {
    Self.request.withLock { $0 = request }
    ProgramAnalysis.prepare(folder: request.folder, dumpFolder: request.crashFolder) {
      ProgramReport.bytes(stack: $0, stop: $1)
    }
    process.store(getpid(), ordering: .relaxed)
    hasReported.store(false, ordering: .relaxed)
    guard let record = AllocationRecord.installed else {
      ProgramAnalysis.report(
        ProgramRuntime.linkedIn == nil
          ? "the program contains no Swift runtime"
          : "the Swift runtime is linked into the program (-static-stdlib), and the program has "
            + "no symbols (stripped), so its objects cannot be distinguished from other memory; "
            + "strip -g keeps the symbols")
      return false
    }
    // This check is made now, because the analysis cannot make it: the analysis's own allocations
    // are not recorded.
    isRecording.store(record.isRecording(), ordering: .relaxed)
    record.recordStacks(depth: request.recordedFrames)
    StoppedThreads.allow()
    followsForks.store(request.followsChildren, ordering: .relaxed)
    StoppedThreads.atFilters(
      folder: request.folder,
      incompatible: { ProgramReport.giveUpAtFilter(killingAt: $0) },
      compatible: { ExecRequest.noteFilter() })
    StoppedThreads.inForkedProcesses { ProgramReport.beginInForkedProcess() }
    StoppedThreads.atProgramEnd { ProgramReport.writeAtEnd(stack: $0) }
    StoppedThreads.keepFramesAtDispatchMain()
    if ProgramRuntime.isUsedByProgramOrLibrary {
      unsafe StoppedThreads.atCrash { unsafe ProgramReport.writeAtCrash($0) }
    }
    return true
  }

  /// Writes the reason why there will be no report, and removes the signal handlers. Called before
  /// the program installs a system call filter that prevents an analysis.
  ///
  /// - Parameter call: The number of a system call that the analysis makes. The filter may kill the
  ///   program at this call.
  private static func giveUpAtFilter(killingAt call: Int32) {
    SignalThread.withdraw()
    StoppedThreads.withdrawAtCrash()
    guard isDue else { return }
    let name = unsafe lk_system_call_name(UInt32(call)).map { unsafe String(cString: $0) }
    ProgramAnalysis.report(
      "it installs a system call filter (seccomp) that may forbid a call of the analysis: "
        + (name ?? "call \(call)"))
    hasReported.store(true, ordering: .relaxed)
  }

  /// Resets the state in a process that the program forked. If forked processes are analyzed too,
  /// the new process makes its own report. Allocates nothing.
  private static func beginInForkedProcess() {
    SignalThread.beginInForkedProcess()
    guard followsForks.load(ordering: .relaxed) else {
      StoppedThreads.ignoreFilters()
      return
    }
    process.store(getpid(), ordering: .relaxed)
    hasReported.store(false, ordering: .relaxed)
    hasCrashed.store(false, ordering: .relaxed)
    ProgramAnalysis.beginInForkedProcess()
  }

  /// Makes a report at the program's end, unless a report was made before.
  ///
  /// - Parameter stack: See ``RootScan/init(of:_:walker:stack:role:)``.
  static func writeAtEnd(stack: UInt?) {
    AllocationRecord.begin(.analysis)
    make(at: .end) { ProgramAnalysis.run(at: .end(stack: stack)) }
  }

  /// Makes a report from within the handler of a crash.
  ///
  /// - Parameter context: The handler's context argument.
  private static func writeAtCrash(_ context: UnsafeRawPointer?) {
    hasCrashed.store(true, ordering: .relaxed)
    unsafe writeInHandler(context, at: .end)
  }

  /// Makes a report from within a signal handler, which may have interrupted the allocator.
  ///
  /// - Parameters:
  ///   - context: The handler's context argument.
  ///   - occasion: The reason for the report.
  static func writeInHandler(_ context: UnsafeRawPointer?, at occasion: Occasion) {
    guard isDue, !StoppedThreads.mustAvoidSystemCalls else { return }
    make(at: occasion) { unsafe ProgramAnalysis.runInHandler(context) }
  }

  /// Makes a report while the program runs. The program's threads are not stopped, so the report is
  /// made without a search for roots.
  static func writeNow(at occasion: Occasion) {
    guard !StoppedThreads.mustAvoidSystemCalls, lk_claim_analysis(false) else { return }
    self.occasion.store(occasion.rawValue, ordering: .relaxed)
    ProgramAnalysis.run(at: .running)
    hasReported.store(true, ordering: .relaxed)
    lk_release_analysis()
    SignalThread.raiseDelayedSignal()
  }

  /// Calls a closure that makes a report, unless a report was made before or another thread makes
  /// one meanwhile.
  private static func make(at occasion: Occasion, _ body: () -> Void) {
    guard isDue, lk_claim_analysis(true) else { return }
    // Another thread may have made the report while this thread waited.
    if isDue {
      self.occasion.store(occasion.rawValue, ordering: .relaxed)
      body()
      hasReported.store(true, ordering: .relaxed)
    }
    lk_release_analysis()
    SignalThread.raiseDelayedSignal()
  }

  /// A Boolean value indicating whether this is the program's process and no report has been made
  /// yet.
  private static var isDue: Bool { !hasReported.load(ordering: .relaxed) && isProgramsProcess }

  /// A Boolean value indicating whether this is the program's process, and not a process that the
  /// program created by a call that runs no functions of `pthread_atfork`, such as vfork.
  static var isProgramsProcess: Bool { process.load(ordering: .relaxed) == getpid() }

  /// Returns the report on the program, or the reason why there is none. Runs in the forked
  /// process.
  private static func bytes(stack: UInt?, stop: ThreadStopResult) -> [UInt8]? {
    AllocationRecord.begin(.analysis)
    guard let request = request.withLock({ $0 }) else { return nil }
    return answer(to: request, stop: stop, stack: stack).map { Array($0) }
  }

  private static func answer(
    to request: ExecRequest, stop: ThreadStopResult, stack: UInt?
  ) -> Data? {
    guard let record = AllocationRecord.installed else { return nil }
    guard record.isComplete else {
      let reason = "a limit on its address space (RLIMIT_AS) leaves no room to record its objects"
      return Data("error: \(reason)\n".utf8)
    }
    // If the Swift runtime is linked into the program, this library uses a runtime of its own. The
    // test would create its objects with this library's runtime, not with the program's.
    if ProgramRuntime.linkedIn == nil, let failure = WalkerSelfTest.failure() {
      let reason =
        "the layout of Swift objects on this machine is not the one that leakcheck "
        + "supports: \(failure)"
      return Data("error: \(reason)\n".utf8)
    }
    let walker = HeapWalker(live: record, memory: .changing)
    walker.allocationFrames = request.stackFrames
    let keepers = RuntimeKeeperClassifier(walker: walker)
    let search: HeapAnalysis.RootSearch = { heap, accounting in
      RootScan(of: heap, accounting, walker: walker, stack: stack) {
        keepers.role(of: $0, size: $1, isObject: $2)
      }
    }
    let analysis = HeapAnalysis(
      of: record.objects(), walker: walker, roots: stop.isComplete ? search : nil)
    var report = LeakReport(
      of: analysis, isRecording: isRecording.load(ordering: .relaxed) || record.isRecording())
    report.coverage.rootObstacle = stop.obstacle ?? report.coverage.rootObstacle
    report.coverage.readObstacle = report.coverage.readObstacle.map {
      "\($0) \(ExecRequest.adviceOnCrash)"
    }
    if request.executesBreaks {
      AnalysisPhase.executingBreaks.begin()
      report.findings = analysis.verified(report.findings, by: BreakExecution())
    }
    for index in report.findings.indices { report.findings[index].nameCaptures() }
    // The command adds the program's name.
    report.program = ProgramRun(name: "", moment: moment(request))
    if hasCrashed.load(ordering: .relaxed) { report.program?.failure = "it crashed" }
    AnalysisPhase.writing.begin()
    let files = try? JSONFormat().files(for: report)
    return files?.first.map { Data($0.contents.utf8) }
  }

  /// Returns a phrase for a report's heading that states when the program was last examined, such
  /// as `when it ended`.
  private static func moment(_ request: ExecRequest) -> String {
    switch Occasion(rawValue: occasion.load(ordering: .relaxed)) {
    case .signal?:
      let signal = request.signal.map { SignalName.name(of: $0) } ?? "a signal"
      return "while it was running, at \(signal)"
    case .time?:
      let seconds = request.seconds ?? 0
      let text = Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
      return "while it was running, after \(text) s"
    case .end?, nil: return "when it ended"
    }
  }
}
