import CRecorder

/// How stopping the other threads of a program ended.
package struct ThreadStop: Hashable, Sendable {
  /// The threads that kept running.
  package var unstopped = 0
  /// Those of them that block the signal.
  package var blocking = 0
  /// The number of other threads.
  package var threads = 0
  /// The system refused to list the threads, or to signal them.
  package var isRefused = false
  /// The program goes on, so its threads do.
  package var isRunning = false

  package init(isRunning: Bool = false) { self.isRunning = isRunning }

  init(_ result: lk_stop_result) {
    unstopped = Int(result.unstopped)
    blocking = Int(result.blocking)
    threads = lk_stopped_count()
    isRefused = result.is_refused
    isRunning = result.is_running
  }

  /// Every thread stands still, so that all roots can be searched.
  package var isComplete: Bool { obstacle == nil }

  /// Why roots cannot be searched; `nil` where they can.
  package var obstacle: String? {
    if isRunning { return "its threads kept running" }
    if isRefused { return "its threads cannot be listed or signalled (no /proc, or a filter)" }
    guard unstopped > 0 else { return nil }
    let count = "\(unstopped) of \(threads) other threads kept running"
    return blocking > 0 ? "\(count), \(blocking) of which block all signals" : count
  }
}
