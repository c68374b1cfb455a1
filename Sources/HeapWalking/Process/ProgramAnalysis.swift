import CRecorder
import Foundation

/// The analysis of this program in a forked process.
///
/// The program's process only waits; the forked process also writes the report. The program's own
/// memory, descriptors and locks are not used, whatever the state of its threads.
package enum ProgramAnalysis {
  /// Creates a report.
  ///
  /// - Parameters:
  ///   - stack: The lowest address of the ending thread's stack that the program uses; `nil` for a
  ///     thread that does not belong to the program.
  ///   - stop: The result of stopping the other threads.
  /// - Returns: The report's bytes, or `nil` if there is nothing to report on.
  package typealias Body = @Sendable (_ stack: UInt?, _ stop: ThreadStopResult) -> [UInt8]?

  /// The moment of an analysis.
  package enum Moment: Sendable {
    /// The program ends. Its code uses the calling thread's stack from the address `stack` upwards.
    case end(stack: UInt?)
    /// The program continues.
    case running
  }

  /// The maximum duration of the analysis in seconds.
  private static let patience: Int32 = 300

  // These are written before `main`, and `path` again in each process that the program forks. The
  // texts are never freed, because signal handlers use them.
  nonisolated(unsafe) private static var folder: UnsafePointer<CChar>?
  nonisolated(unsafe) private static var path: UnsafePointer<CChar>?
  nonisolated(unsafe) private static var dumpFolder: UnsafePointer<CChar>?
  nonisolated(unsafe) private static var body: Body?

  /// Prepares for analyses. Call this before `main`.
  ///
  /// - Parameters:
  ///   - folder: The folder for the report. The report's file is named after the process
  ///     identifier.
  ///   - dumpFolder: The folder in which a crash of the analysis leaves a memory dump; `nil` for
  ///     none.
  package static func prepare(folder: String, dumpFolder: String?, _ body: @escaping Body) {
    unsafe self.folder = UnsafePointer(strdup(folder))
    unsafe self.dumpFolder = dumpFolder.flatMap { unsafe UnsafePointer(strdup($0)) }
    unsafe self.body = body
    beginInThisProcess()
  }

  /// Enables reports on the calling process. Allocates nothing.
  package static func beginInThisProcess() {
    guard let folder = unsafe folder else { return }
    unsafe path = lk_report_path(folder)
    if let path = unsafe path { unsafe lk_note_program(path) }
  }

  /// Writes a reason instead of a report.
  package static func report(_ reason: String) {
    guard let path = unsafe path else { return }
    _ = unsafe lk_write_reason(path, reason)
  }

  /// Analyzes the program, and writes a report or the reason why there is none.
  package static func run(at moment: Moment) {
    var what = unsafe lk_analysis()
    unsafe what.seconds = patience
    if case .end(let stack) = moment {
      unsafe what.stack = stack ?? 0
      unsafe what.stops_threads = true
    }
    unsafe run(&what)
  }

  /// Analyzes the program within a signal handler.
  ///
  /// - Parameter context: The handler's context argument, with the registers of the interrupted
  ///   code.
  package static func runInHandler(_ context: UnsafeRawPointer?) {
    var what = unsafe lk_analysis()
    unsafe what.seconds = patience
    unsafe what.stops_threads = true
    unsafe what.context = context
    unsafe run(&what)
  }

  private static func run(_ what: UnsafeMutablePointer<lk_analysis>) {
    // The mark indicates to the command `leakcheck` that an analysis has begun. The command handles
    // an interruption accordingly.
    if let path = unsafe path { unsafe lk_mark_analysis(path) }
    unsafe what.pointee.dump_folder = dumpFolder
    unsafe what.pointee.body = { stack, stop in ProgramAnalysis.writeReport(stack, stop) }
    let result = unsafe lk_analyze(what)
    guard let path = unsafe path, result.state != lk_analysis_finished else { return }
    _ = unsafe lk_write_analysis_failure(path, result, patience)
  }

  /// Creates and writes the report, in the forked process; returns 0 or an error number.
  private static func writeReport(_ stack: UInt, _ stop: lk_stop_result) -> Int32 {
    guard let body = unsafe body, let path = unsafe path else { return EINVAL }
    guard let report = body(stack == 0 ? nil : stack, ThreadStopResult(stop)) else {
      return ENODATA
    }
    return unsafe report.withUnsafeBytes { unsafe lk_write_report(path, $0.baseAddress, $0.count) }
  }
}
