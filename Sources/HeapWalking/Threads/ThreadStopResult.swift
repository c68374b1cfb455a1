import CRecorder

/// The result of stopping the other threads of a program.
package struct ThreadStopResult: Hashable, Sendable {
  /// The number of threads that kept running.
  package var unstopped = 0
  /// The number of ``unstopped`` threads that block the signal that stops threads.
  package var blocking = 0
  /// A Boolean value indicating whether some threads could not be listed or signaled, for example
  /// because the system refused the call.
  package var isRefused = false
  /// A Boolean value indicating whether the program continues to run during the analysis. In that
  /// case, no attempt was made to stop its threads.
  package var isRunning = false

  package init(isRunning: Bool = false) { self.isRunning = isRunning }

  init(_ result: lk_stop_result) {
    unstopped = Int(result.unstopped)
    blocking = Int(result.blocking)
    isRefused = result.is_refused
    isRunning = result.is_running
  }

  /// A Boolean value indicating whether every thread is stopped, so that all roots can be searched.
  package var isComplete: Bool { obstacle == nil }

  /// The reason why roots cannot be searched; `nil` if they can.
  package var obstacle: String? {
    if isRunning { return "the program's threads kept running" }
    if isRefused {
      return "the program's threads cannot be listed or signaled (for example, because there is no "
        + "/proc, or because of a system call filter)"
    }
    guard unstopped > 0 else { return nil }
    let count = unstopped == 1 ? "1 other thread" : "\(unstopped) other threads"
    if blocking == 0 { return "\(count) kept running" }
    if blocking == unstopped { return "\(count) kept running and blocked all signals" }
    return "\(count) kept running, \(blocking) of which blocked all signals"
  }
}
