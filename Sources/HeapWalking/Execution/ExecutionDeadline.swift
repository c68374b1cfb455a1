import Foundation

/// The deadline of one trial of a suggested break; see ``BreakExecution``.
///
/// A trial may use the processor for the given number of seconds, and it may sleep for as long. Time
/// during which it waits for a processor does not count, so outcomes are the same on a busy machine
/// as on an idle one. In any case, a trial may take at most eight times the given number of seconds.
struct ExecutionDeadline {
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
    guard elapsed >= seconds else { return false }
    let times = Self.times(of: process)
    let asleep = elapsed - times.used - times.waited
    return elapsed >= 8 * seconds || max(times.used, asleep) >= seconds
  }

  /// Returns the number of seconds for which a process used a processor, and the number of seconds
  /// for which it was ready to run, but waited for one.
  ///
  /// Source: `Documentation/scheduler/sched-stats.rst` of the Linux kernel.
  private static func times(of process: pid_t) -> (used: Double, waited: Double) {
    guard let text = SystemFile.text("/proc/\(process)/schedstat") else { return (0, 0) }
    let fields = text.split(separator: " ").map { (Double($0) ?? 0) / 1e9 }
    return fields.count > 1 ? (fields[0], fields[1]) : (0, 0)
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
    // These are the values of `RUSAGE_SELF` and `RUSAGE_CHILDREN`, constants whose types differ
    // between systems.
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
