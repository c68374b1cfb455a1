/// From metadata addresses to plan indices: open addressing, never shrinking.
///
/// The standard dictionary's seeded hash costs more than the rest of a look-up on
/// a walk's hot path; metadata addresses need no protection from chosen keys.
@safe
final class MetadataTable {
  private struct Entry {
    var key: UInt
    var value: UInt32
  }

  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var mask = 1023
  private var count = 0

  init() {
    unsafe entries = .allocate(capacity: 1024)
    unsafe entries.initialize(repeating: Entry(key: 0, value: 0), count: 1024)
  }

  deinit { unsafe entries.deallocate() }

  /// - Complexity: O(1) expected.
  @inline(__always)
  subscript(key: UInt) -> UInt32? {
    let entry = unsafe entries[slot(of: key)]
    return entry.key == key && key != 0 ? entry.value : nil
  }

  /// Stores a value for a key that has none.
  func insert(_ key: UInt, _ value: UInt32) {
    guard key != 0 else { return }
    if unsafe 2 * count >= mask { grow() }
    unsafe entries[slot(of: key)] = Entry(key: key, value: value)
    count += 1
  }

  /// The slot that has `key`, or the free one where it belongs.
  @inline(__always)
  private func slot(of key: UInt) -> Int {
    // Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4.
    var slot = unsafe Int(truncatingIfNeeded: (key >> 3) &* 0x9E37_79B9_7F4A_7C15 >> 32) & mask
    while unsafe entries[slot].key != 0 && entries[slot].key != key {
      slot = unsafe (slot + 1) & mask
    }
    return slot
  }

  private func grow() {
    let old = unsafe entries
    let oldMask = unsafe mask
    unsafe mask = 2 * oldMask + 1
    unsafe entries = .allocate(capacity: mask + 1)
    unsafe entries.initialize(repeating: Entry(key: 0, value: 0), count: mask + 1)
    for index in 0...oldMask where unsafe old[index].key != 0 {
      unsafe entries[slot(of: old[index].key)] = old[index]
    }
    unsafe old.deallocate()
  }
}
