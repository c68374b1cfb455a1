/// The strength of the evidence for a finding.
package enum Confidence: String, Codable, Sendable, CaseIterable, Comparable {
  /// At least one reference of the cycle was found by scanning untyped memory.
  case scanned
  /// All references were read from values of known types, but no reference explains some of the
  /// retains, or the types of some bytes are unknown.
  case likely
  /// Each retain of each object in the cycle is explained by a reference that was read from a value
  /// of a known type.
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
