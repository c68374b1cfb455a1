/// From metadata addresses to plan indices: open addressing, never shrinking.
///
/// The standard dictionary's seeded hash costs more than the rest of a look-up on
/// a walk's hot path; metadata addresses need no protection from chosen keys.
struct MetadataTable {
  private var keys: [UInt]
  private var values: [UInt32]
  private var count = 0
  private var last: (key: UInt, value: UInt32) = (0, 0)

  init() {
    keys = Array(repeating: 0, count: 1024)
    values = Array(repeating: 0, count: 1024)
  }

  /// - Complexity: O(1) expected.
  subscript(key: UInt) -> UInt32? {
    mutating get {
      if key == last.key, key != 0 { return last.value }
      let slot = slot(of: key)
      guard keys[slot] == key, key != 0 else { return nil }
      last = (key, values[slot])
      return values[slot]
    }
    set {
      guard let newValue else { return }
      if 2 * count >= keys.count { grow() }
      let slot = slot(of: key)
      if keys[slot] == 0 { count += 1 }
      keys[slot] = key
      values[slot] = newValue
    }
  }

  private func slot(of key: UInt) -> Int {
    let mask = keys.count - 1
    // Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4.
    var slot = Int(truncatingIfNeeded: (key >> 3) &* 0x9E37_79B9_7F4A_7C15 >> 32) & mask
    while keys[slot] != 0 && keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = (keys, values)
    keys = Array(repeating: 0, count: 2 * old.0.count)
    values = Array(repeating: 0, count: 2 * old.0.count)
    for (key, value) in zip(old.0, old.1) where key != 0 {
      let slot = slot(of: key)
      keys[slot] = key
      values[slot] = value
    }
  }
}
