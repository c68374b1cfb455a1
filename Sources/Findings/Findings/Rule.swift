/// The kind of a finding. The mistake in the code is described by a ``Cause``.
package enum Rule: String, Codable, Sendable, CaseIterable {
  case retainCycle = "retain-cycle"
  case closureCaptureCycle = "closure-capture-cycle"
  case selfCycle = "self-cycle"
  case heldAfterEnding = "held-after-ending"
  case unexplainedOwner = "unexplained-owner"
  case heldByRuntime = "held-by-runtime"
  case overRetained = "over-retained"
  case controlNotSeen = "control-not-seen"

  /// A Boolean value indicating whether the finding is a cycle of strong references.
  package var isCycle: Bool {
    switch self {
    case .retainCycle, .closureCaptureCycle, .selfCycle: true
    case .heldAfterEnding, .unexplainedOwner, .heldByRuntime, .overRetained, .controlNotSeen: false
    }
  }
}
