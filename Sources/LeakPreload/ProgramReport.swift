import Foundation
import HeapWalking
import LeakAnalysis
import Findings
import Reporting
import Synchronization

/// Writes what can never go away: when the program ends, at a signal, after a time.
///
/// The first handler that is registered for the exit runs last, when the program's own
/// have run. The heap is walked in a copy of the process, so threads that are still
/// running are left alone and the program's memory is not touched.
enum ProgramReport {
  /// Seconds that the analysis may take.
  private static let patience = 300.0

  private static let request = Mutex<ReportRequest?>(nil)
  private static let hasReported = Atomic<Bool>(false)
  /// The program: a copy that it makes of itself is another one.
  private static let process = Atomic<pid_t>(0)

  /// The request's path, for handlers, which cannot allocate. Written once, before `main`.
  nonisolated(unsafe) private static var reportPath: UnsafePointer<CChar>?

  /// Has the program recorded, and a report written at its end; false where that cannot be.
  static func prepare(for request: ReportRequest) -> Bool {
    Self.request.withLock { $0 = request }
    unsafe reportPath = UnsafePointer(strdup(request.path))
    if let folder = request.crashFolder { ForkedProcess.keepCrashes(in: folder) }
    process.store(getpid(), ordering: .relaxed)
    hasReported.store(false, ordering: .relaxed)
    guard let record = AllocationRecord.installed else {
      let reason =
        ProgramRuntime.linkedIn == nil
        ? "no Swift runtime to record"
        : "the Swift runtime is linked into it (-static-stdlib), and without symbols (stripped) "
          + "its objects cannot be told from other memory; strip -g keeps them"
      write(reason, to: request.path)
      return false
    }
    record.recordStacks(depth: request.recordedFrames)
    StoppedThreads.allow()
    StoppedThreads.atProgramEnd { ProgramReport.writeAtEnd(stack: $0) }
    unsafe StoppedThreads.atCrash { unsafe ProgramReport.writeInHandler($0) }
    return true
  }

  /// The program's last act. A report that was asked for while it lived stands.
  ///
  /// - Parameter stack: See ``RootScan/init(stack:role:)``.
  static func writeAtEnd(stack: UInt?) {
    AllocationRecord.begin(.analysis)
    guard isDue, let request = request.withLock({ $0 }) else { return }
    write(to: request.path) {
      try ForkedProcess.answerOfStoppedProgram(within: patience) {
        answer(to: request, isStill: $0, stack: stack)
      }
    }
  }

  /// A report from within a signal's handler, which may have interrupted the allocator: all but
  /// the wait for it is done in a copy.
  ///
  /// - Parameter context: What the handler was given of the interrupted code.
  static func writeInHandler(_ context: UnsafeRawPointer?) {
    guard isDue else { return }
    let isWritten = unsafe ForkedProcess.runInHandler(context) { stack, isStill in
      AllocationRecord.begin(.analysis)
      guard let request = ProgramReport.request.withLock({ $0 }) else { return false }
      guard let data = ProgramReport.answer(to: request, isStill: isStill, stack: stack) else {
        return false
      }
      ProgramReport.write(to: request.path) { data }
      return true
    }
    if isWritten {
      hasReported.store(true, ordering: .relaxed)
    } else if let reportPath = unsafe reportPath {
      unsafe ForkedProcess.writeLastCrash(to: reportPath)
    }
  }

  /// No report was made, and this is the program.
  private static var isDue: Bool {
    !hasReported.load(ordering: .relaxed) && process.load(ordering: .relaxed) == getpid()
  }

  /// A report while the program goes on: its threads are not stopped, so roots are not
  /// scanned.
  static func writeNow() {
    guard let request = request.withLock({ $0 }) else { return }
    write(to: request.path) {
      try ForkedProcess.answer(within: patience) {
        answer(to: request, isStill: false, stack: nil) ?? Data()
      }
    }
  }

  private static func write(to path: String, _ answer: () throws -> Data) {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let note = URL(fileURLWithPath: path).deletingPathExtension().appendingPathExtension("program")
    try? Data((program ?? "").utf8).write(to: note)
    do {
      try answer().write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      write("\(error)", to: path)
    }
    hasReported.store(true, ordering: .relaxed)
  }

  /// A reason in place of a report.
  private static func write(_ reason: String, to path: String) {
    try? Data("error: \(reason)\n".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// - Parameter isStill: The threads stood still, so that all roots can be seen.
  private static func answer(
    to request: ReportRequest, isStill: Bool, stack: UInt?
  ) -> Data? {
    guard let record = AllocationRecord.installed else { return nil }
    let walker = HeapWalker(live: record, memory: .inMotion)
    walker.allocationFrames = request.stackFrames
    let keepers = RuntimeKeepers(walker: walker)
    let search: HeapAnalysis.RootSearch = { heap, accounting in
      RootScan(of: heap, accounting, walker: walker, stack: stack) {
        keepers.role(of: $0, isObject: $1)
      }
    }
    let analysis = HeapAnalysis(
      of: record.objects(), walker: walker, roots: isStill ? search : nil)
    var report = LeakReport(of: analysis, isRecording: record.isRecording())
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
