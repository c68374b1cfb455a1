import ExecProtocol
import Foundation
import HeapWalking
import LeakAnalysis
import Findings
import Reporting
import Synchronization

/// Reports on the program: at its end, at a signal, after a time.
///
/// The first handler that is registered for the exit runs last, when the program's own
/// have run. The heap is walked in a forked process, which leaves the report; the program's
/// memory is not touched.
enum ProgramReport {
  private static let request = Mutex<ExecRequest?>(nil)
  private static let hasReported = Atomic<Bool>(false)
  /// The process of the program: a fork that it makes of itself is another one.
  private static let process = Atomic<pid_t>(0)
  private static let followsForks = Atomic<Bool>(false)
  /// An object that was allocated before the program began was recorded.
  private static let isRecording = Atomic<Bool>(false)

  /// Prepares for recording and for reports; returns false where that is impossible.
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
          ? "no Swift runtime to record"
          : "the Swift runtime is linked into it (-static-stdlib), and without symbols (stripped) "
            + "its objects cannot be distinguished from other memory; strip -g keeps them")
      return false
    }
    // Nothing that the analysis allocates is recorded, so it cannot find this out.
    isRecording.store(record.isRecording(), ordering: .relaxed)
    record.recordStacks(depth: request.recordedFrames)
    StoppedThreads.allow()
    followsForks.store(request.followsChildren, ordering: .relaxed)
    StoppedThreads.atFilters(
      hostile: { ProgramReport.giveUpAtFilter() }, tolerated: { ExecRequest.noteFilter() })
    StoppedThreads.inForkedProcesses { ProgramReport.beginInForkedProcess() }
    StoppedThreads.atProgramEnd { ProgramReport.writeAtEnd(stack: $0) }
    unsafe StoppedThreads.atCrash { unsafe ProgramReport.writeInHandler($0) }
    return true
  }

  /// Leaves a reason while that is possible.
  private static func giveUpAtFilter() {
    guard isDue else { return }
    ProgramAnalysis.report(
      "it installs a filter of system calls (seccomp) that an analysis within it would violate")
    hasReported.store(true, ordering: .relaxed)
  }

  /// Resets the state in a process that the program forked. If processes are followed, the new
  /// process makes a report of its own. Allocates nothing.
  private static func beginInForkedProcess() {
    SignalThread.beginInForkedProcess()
    guard followsForks.load(ordering: .relaxed) else { return }
    process.store(getpid(), ordering: .relaxed)
    hasReported.store(false, ordering: .relaxed)
    ProgramAnalysis.beginInThisProcess()
  }

  /// Reports at the program's end. A report that was made while it lived stays.
  ///
  /// - Parameter stack: See ``RootScan/init(of:_:walker:stack:role:)``.
  static func writeAtEnd(stack: UInt?) {
    AllocationRecord.begin(.analysis)
    guard isDue else { return }
    ProgramAnalysis.run(at: .end(stack: stack))
    hasReported.store(true, ordering: .relaxed)
  }

  /// Reports from within a signal handler, which may have interrupted the allocator.
  ///
  /// - Parameter context: What the handler received of the interrupted code.
  static func writeInHandler(_ context: UnsafeRawPointer?) {
    guard isDue else { return }
    unsafe ProgramAnalysis.runInHandler(context)
    hasReported.store(true, ordering: .relaxed)
  }

  /// Reports while the program goes on: its threads are not stopped, so roots are not searched.
  static func writeNow() {
    ProgramAnalysis.run(at: .running)
    hasReported.store(true, ordering: .relaxed)
  }

  /// No report was made, and this is the program.
  private static var isDue: Bool {
    !hasReported.load(ordering: .relaxed) && process.load(ordering: .relaxed) == getpid()
  }

  /// The report on this process, made in a forked one.
  private static func bytes(stack: UInt?, stop: ThreadStop) -> [UInt8]? {
    AllocationRecord.begin(.analysis)
    guard let request = request.withLock({ $0 }) else { return nil }
    return answer(to: request, stop: stop, stack: stack).map { Array($0) }
  }

  private static func answer(
    to request: ExecRequest, stop: ThreadStop, stack: UInt?
  ) -> Data? {
    guard let record = AllocationRecord.installed else { return nil }
    guard record.isComplete else {
      let reason = "a limit on its address space (RLIMIT_AS) leaves no room to record its objects"
      return Data("error: \(reason)\n".utf8)
    }
    // A runtime that is linked into the program is not the one that made these objects.
    if ProgramRuntime.linkedIn == nil, let failure = WalkerSelfTest.failure() {
      let reason = "Swift objects are not laid out here as leakcheck assumes: \(failure)"
      return Data("error: \(reason)\n".utf8)
    }
    let walker = HeapWalker(live: record, memory: .inMotion)
    walker.allocationFrames = request.stackFrames
    let keepers = RuntimeKeepers(walker: walker)
    let search: HeapAnalysis.RootSearch = { heap, accounting in
      RootScan(of: heap, accounting, walker: walker, stack: stack) {
        keepers.role(of: $0, isObject: $1)
      }
    }
    let analysis = HeapAnalysis(
      of: record.objects(), walker: walker, roots: stop.isComplete ? search : nil)
    var report = LeakReport(
      of: analysis, isRecording: isRecording.load(ordering: .relaxed) || record.isRecording())
    report.coverage.rootObstacle = stop.obstacle
    if request.executesBreaks {
      AnalysisPhase.executingBreaks.begin()
      report.findings = BreakVerification(of: analysis)
        .verified(report.findings, by: BreakExecution())
    }
    AnalysisPhase.writing.begin()
    let files = try? JSONFormat().files(for: report)
    return files?.first.map { Data($0.contents.utf8) }
  }
}
