import Foundation

/// The reaction to signals that ask this process to end.
struct Interruption {
  /// The number of seconds that a program has to end after it was sent the signal.
  private static let patience = 30.0

  /// A Boolean value indicating whether the program and its processes were to be killed.
  private(set) var hasKilled = false
  private var deadline: Date?
  /// A Boolean value indicating whether a report was being made when the first signal arrived: the
  /// program's later actions respond to the signal.
  private var isAnalysisInterrupted = false

  /// Returns whether everything must be killed now.
  ///
  /// - Parameter isAnalyzing: A Boolean value indicating whether a process of the program is making
  ///   its report.
  mutating func mustKill(isAnalyzing: Bool) -> Bool {
    guard SpawnedProgram.signalReceived != nil else {
      isAnalysisInterrupted = isAnalyzing
      return false
    }
    if hasKilled { return false }
    if deadline == nil { deadline = Date(timeIntervalSinceNow: Self.patience) }
    // An interactive program may handle the signals of its terminal and continue.
    let isLate = SpawnedProgram.isPassedOn && !isAnalyzing && deadline.map { $0 < Date() } == true
    let isRepeated = SpawnedProgram.isUrgent && (SpawnedProgram.isPassedOn || isAnalyzing)
    hasKilled = isAnalysisInterrupted || isLate || isRepeated
    return hasKilled
  }
}
