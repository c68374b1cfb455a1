import CRecorder

/// A phase of an analysis. The phase is reported if the analysis crashes.
package enum AnalysisPhase: String, Sendable {
  case walkingObjects = "walking the objects"
  case accounting = "comparing counts and references"
  case searchingRoots = "searching globals, stacks and C memory"
  case describing = "describing the leaked objects"
  case executingBreaks = "executing breaks"
  case writing = "writing the report"

  /// Records that the phase has begun. The process that waits for the analysis can read the record.
  package func begin() { unsafe rawValue.withCString { unsafe lk_begin_phase($0) } }
}
