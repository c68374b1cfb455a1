/// The strength of the evidence for a finding.
package enum Confidence: String, Codable, Sendable, CaseIterable, Comparable {
  /// At least one reference of the cycle was found by scanning untyped bytes.
  case scanned
  /// The references are typed, but some retains or bytes are not explained.
  case likely
  /// Every retain of every object of the cycle is explained by a typed reference.
  case proven
  /// The break was executed in a forked process, and all leaked objects were freed.
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
