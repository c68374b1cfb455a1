import CRecorder

/// How many of the allocator's bytes one of many living things takes.
struct LiveBytes: Codable {
  let name: String
  let bytes: Double

  /// Makes ten thousand and divides; nil where the allocator does not tell.
  static func measure(_ name: String, make: () -> LiveSubscription) -> LiveBytes? {
    let count = 10_000
    var kept: [LiveSubscription] = []
    kept.reserveCapacity(count)
    let before = lk_allocated_bytes()
    for _ in 0..<count { kept.append(make()) }
    let after = lk_allocated_bytes()
    kept.removeAll()
    guard before > 0 else { return nil }
    return LiveBytes(name: name, bytes: Double(after - before) / Double(count))
  }
}
