/// The strength of the evidence for a finding.
package enum Confidence: String, Codable, Sendable, CaseIterable, Comparable {
  /// At least one reference of the cycle was found by scanning untyped memory.
  case scanned
  /// All references were read from values of known types, but the evidence has a gap: some retains
  /// have no known reference, the types of some bytes are unknown, or the suggested break was tried
  /// and did not free all objects.
  case likely
  /// Every retain of the objects in the cycle has a known reference, and all these references were
  /// read from values of known types.
  case proven
  /// The suggested break was tried in a forked process and freed the leaked objects; see
  /// ``Execution/Outcome/verified``.
  case verified

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .scanned: 0
    case .likely: 1
    case .proven: 2
    case .verified: 3
    }
  }
}
