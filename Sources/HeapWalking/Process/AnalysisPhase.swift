import CRecorder

/// What an analysis is doing: the first thing to know of one that crashed.
package enum AnalysisPhase: String, Sendable {
  case walkingObjects = "walking the objects"
  case accounting = "comparing counts and references"
  case searchingRoots = "searching globals, stacks and C memory"
  case describing = "describing what was found"
  case executingBreaks = "executing breaks"
  case writing = "writing the report"

  /// Notes that the phase begins, for the process that waits for the analysis.
  package func begin() { unsafe rawValue.withCString { unsafe lk_begin_phase($0) } }
}
