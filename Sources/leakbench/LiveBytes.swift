import CRecorder

/// The average number of allocated bytes of a live subscription.
struct LiveBytes: Codable {
  let name: String
  let bytes: Double

  /// Creates ten thousand subscriptions and returns the average; `nil` if the allocator provides no
  /// statistics.
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
