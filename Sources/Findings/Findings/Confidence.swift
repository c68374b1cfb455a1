/// The strength of the evidence for a finding.
package enum Confidence: String, Codable, Sendable, CaseIterable, Comparable {
  /// At least one reference of the cycle was found by scanning untyped memory.
  case scanned
  /// All references were read by type, but some retains or bytes are unexplained.
  case likely
  /// A reference that was read by type explains each retain of each object in the cycle.
  case proven
  /// The suggested break was tried in a forked process and freed all leaked objects.
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
