import Foundation

/// A type that decides whether to kill the program after a signal has requested the end of this
/// process.
struct Interruption {
  /// The number of seconds within which a program must end after a signal has been passed on to it.
  private static let timeout = 30.0

  /// A Boolean value indicating whether the program and the processes that it started had to be
  /// killed.
  private(set) var hasKilled = false
  private var deadline: Date?
  /// A Boolean value indicating whether the first signal arrived while a report was being made. In
  /// that case, the program would respond to the signal only after the report.
  private var isAnalysisInterrupted = false

  /// Returns whether the program and the processes that it started must be killed now.
  ///
  /// - Parameter isAnalyzing: A Boolean value indicating whether a process of the program is making
  ///   its report.
  mutating func mustKill(isAnalyzing: Bool) -> Bool {
    guard SpawnedProgram.signalReceived != nil else {
      isAnalysisInterrupted = isAnalyzing
      return false
    }
    if hasKilled { return false }
    if deadline == nil { deadline = Date(timeIntervalSinceNow: Self.timeout) }
    // The deadline applies only to signals that were passed on, because an interactive program may
    // handle signals from its terminal and continue to run.
    let isLate = SpawnedProgram.isPassedOn && !isAnalyzing && deadline.map { $0 < Date() } == true
    let isRepeated = SpawnedProgram.isUrgent && (SpawnedProgram.isPassedOn || isAnalyzing)
    hasKilled = isAnalysisInterrupted || isLate || isRepeated
    return hasKilled
  }
}
