import Foundation

/// What a signal that asks this process to end leads to.
struct Interruption {
  /// Seconds that a program has to end after it was sent the signal.
  private static let patience = 30.0

  /// A Boolean value indicating whether the program and what it started were to be killed.
  private(set) var hasKilled = false
  private var deadline: Date?
  /// A Boolean value indicating whether a report was being made when the first signal arrived: what
  /// the program does after it is an answer to the signal.
  private var isAnalysisInterrupted = false

  /// Returns whether everything must be killed now.
  ///
  /// - Parameter isAnalyzing: A process of the program makes its report.
  mutating func mustKill(isAnalyzing: Bool) -> Bool {
    guard SpawnedProgram.signalReceived != nil else {
      isAnalysisInterrupted = isAnalyzing
      return false
    }
    if hasKilled { return false }
    if deadline == nil { deadline = Date(timeIntervalSinceNow: Self.patience) }
    // An interactive program may handle the signals of its terminal and go on.
    let isLate = SpawnedProgram.isPassedOn && !isAnalyzing && deadline.map { $0 < Date() } == true
    let isRepeated = SpawnedProgram.isUrgent && (SpawnedProgram.isPassedOn || isAnalyzing)
    hasKilled = isAnalysisInterrupted || isLate || isRepeated
    return hasKilled
  }
}
