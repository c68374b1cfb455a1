import Foundation

/// The deadline of one trial of a suggested break; see ``BreakExecution``.
///
/// A trial may use the processor for the given number of seconds, and it may sleep for as long.
/// Time during which it waits for a processor does not count, and a trial that waits for memory
/// does not count as sleeping. Outcomes are therefore the same on a busy machine as on an idle one.
/// In any case, a trial may take at most eight times the given number of seconds.
struct ExecutionDeadline {
  /// The times of a process in seconds, and its state.
  struct Times {
    /// The time since the deadline was created.
    var elapsed: Double
    /// The time during which the process used a processor.
    var used = 0.0
    /// The time during which the process was ready to run, but waited for a processor. The kernel
    /// counts a wait only after the wait has ended.
    var waited = 0.0
    /// A Boolean value indicating whether the process sleeps, rather than running, waiting for a
    /// processor, or waiting for memory.
    var isAsleep = true
  }

  private let process: pid_t
  private let seconds: Double
  private let start = ContinuousClock.now

  init(of process: pid_t, seconds: Double) {
    self.process = process
    self.seconds = seconds
  }

  /// Returns whether the process has run out of time.
  func isOver() -> Bool {
    let elapsed = start.duration(to: .now) / .seconds(1)
    return elapsed >= seconds && Self.isOver(times(after: elapsed), limit: seconds)
  }

  /// Returns whether a process with the given times has run out of time.
  ///
  /// - Parameter limit: The number of seconds for which the process may use the processor, and for
  ///   which it may sleep.
  static func isOver(_ times: Times, limit: Double) -> Bool {
    let asleep = times.isAsleep ? times.elapsed - times.used - times.waited : 0
    return times.elapsed >= 8 * limit || times.used >= limit || asleep >= limit
  }

  /// Reads the times and the state of the process.
  ///
  /// Source: `Documentation/scheduler/sched-stats.rst` and `Documentation/filesystems/proc.rst` of
  /// the Linux kernel.
  func times(after elapsed: Double) -> Times {
    var times = Times(elapsed: elapsed)
    let text = SystemFile.text("/proc/\(process)/schedstat") ?? ""
    let fields = text.split(separator: " ").map { (Double($0) ?? 0) / 1e9 }
    if fields.count > 1 { (times.used, times.waited) = (fields[0], fields[1]) }
    if let state = SystemFile.text("/proc/\(process)/stat")?.split(separator: ")").last {
      times.isAsleep = !state.hasPrefix(" R") && !state.hasPrefix(" D")
    }
    return times
  }
}

/// The time after which no further trial of a suggested break begins.
struct ExecutionBudget {
  private let seconds: Double
  private let start = ContinuousClock.now
  private let usedBefore = processorSeconds()

  init(seconds: Double) { self.seconds = seconds }

  /// A Boolean value indicating whether no further trial may begin. This is the case after the
  /// given number of seconds, provided that this process and its children have also used that much
  /// processor time. After three times the given number of seconds, it is always the case.
  var isUsedUp: Bool {
    let elapsed = start.duration(to: .now) / .seconds(1)
    guard elapsed >= seconds else { return false }
    return elapsed >= 3 * seconds || Self.processorSeconds() - usedBefore >= seconds
  }

  private static func processorSeconds() -> Double {
    // 0 and -1 are the values of `RUSAGE_SELF` and `RUSAGE_CHILDREN`. The types of these constants
    // differ between systems.
    processorSeconds(of: 0) + processorSeconds(of: -1)
  }

  private static func processorSeconds(of who: Int32) -> Double {
    var use = rusage()
    guard unsafe getrusage(who, &use) == 0 else { return 0 }
    return seconds(use.ru_utime) + seconds(use.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}
