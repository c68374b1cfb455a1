import CRecorder
import Foundation

/// The analysis of this program in a forked process.
///
/// The program's own process only waits. The forked process performs the analysis and also writes
/// the report. The analysis works in any state of the program's threads, because it uses none of
/// the program's descriptors and locks, and has an allocator of its own.
package enum ProgramAnalysis {
  /// A function that creates a report.
  ///
  /// - Parameters:
  ///   - stack: The lowest address in use on the stack of the thread that ends the program; `nil`
  ///     if no thread of the program is ending it.
  ///   - stop: The result of stopping the other threads.
  /// - Returns: The report's bytes, or `nil` if there is nothing to report on.
  package typealias Body = @Sendable (_ stack: UInt?, _ stop: ThreadStopResult) -> [UInt8]?

  /// The moment at which an analysis runs.
  package enum Moment: Sendable {
    /// The program is ending. `stack` is the lowest address in use on the calling thread's stack;
    /// `nil` if that thread does not belong to the program.
    case end(stack: UInt?)
    /// The program continues.
    case running
  }

  /// The maximum duration of each attempt to analyze, in seconds.
  private static let timeout: Int32 = 300

  // These variables are set before `main`. `path` is set again in each process that the program
  // forks. The strings are never freed, because signal handlers use them.
  nonisolated(unsafe) private static var folder: UnsafePointer<CChar>?
  nonisolated(unsafe) private static var path: UnsafePointer<CChar>?
  nonisolated(unsafe) private static var dumpFolder: UnsafePointer<CChar>?
  nonisolated(unsafe) private static var body: Body?
  /// A Boolean value indicating whether the program is not a Swift program.
  nonisolated(unsafe) private static var isForeign = false

  /// Prepares for analyses. Call this before `main`.
  ///
  /// - Parameters:
  ///   - folder: The folder for the report. The name of the report's file is the process identifier
  ///     and `.json`.
  ///   - dumpFolder: The folder for a memory dump if the analysis crashes; `nil` for no dump.
  ///   - body: The function that creates the report. It runs in the forked process.
  package static func prepare(folder: String, dumpFolder: String?, _ body: @escaping Body) {
    unsafe self.folder = UnsafePointer(strdup(folder))
    unsafe self.dumpFolder = dumpFolder.flatMap { unsafe UnsafePointer(strdup($0)) }
    unsafe self.body = body
    unsafe isForeign = !ProgramRuntime.isUsed
    begin(lk_program_started)
  }

  /// Enables reports about the calling process, which the program has forked. This function
  /// allocates no memory.
  package static func beginInForkedProcess() { begin(lk_program_forked) }

  private static func begin(_ origin: lk_program_origin) {
    guard let folder = unsafe folder else { return }
    unsafe path = lk_report_path(folder)
    unsafe lk_note_program(folder, isForeign ? lk_program_foreign : origin)
  }

  /// Writes the reason why there is no report, in place of the report.
  package static func report(_ reason: String) {
    guard let path = unsafe path else { return }
    _ = unsafe lk_write_reason(path, reason)
  }

  /// Analyzes the program, and writes a report or the reason why there is none.
  package static func run(at moment: Moment) {
    var what = unsafe lk_analysis()
    unsafe what.seconds = timeout
    if case .end(let stack) = moment {
      unsafe what.stack = stack ?? 0
      unsafe what.stops_threads = true
    }
    unsafe run(&what)
  }

  /// Analyzes the program from a signal handler.
  ///
  /// - Parameter context: The handler's context argument, which contains the registers of the
  ///   interrupted code.
  package static func runInHandler(_ context: UnsafeRawPointer?) {
    var what = unsafe lk_analysis()
    unsafe what.seconds = timeout
    unsafe what.stops_threads = true
    unsafe what.context = context
    unsafe run(&what)
  }

  private static func run(_ what: UnsafeMutablePointer<lk_analysis>) {
    // This mark indicates to the command `leakcheck` that an analysis has begun. The command needs
    // the mark, for example, when the user interrupts the program.
    if let path = unsafe path { unsafe lk_mark_analysis(path) }
    unsafe what.pointee.dump_folder = dumpFolder
    unsafe what.pointee.body = { stack, stop in ProgramAnalysis.writeReport(stack, stop) }
    let result = unsafe lk_analyze(what)
    guard let path = unsafe path, result.state != lk_analysis_finished else { return }
    _ = unsafe lk_write_analysis_failure(path, result, timeout)
  }

  /// Creates and writes the report. Called in the forked process. Returns 0 or an error number.
  private static func writeReport(_ stack: UInt, _ stop: lk_stop_result) -> Int32 {
    guard let body = unsafe body, let path = unsafe path else { return EINVAL }
    guard let report = body(stack == 0 ? nil : stack, ThreadStopResult(stop)) else {
      return ENODATA
    }
    return unsafe report.withUnsafeBytes { unsafe lk_write_report(path, $0.baseAddress, $0.count) }
  }
}
