/// A hash table that maps metadata addresses to values. It uses open addressing and never shrinks.
///
/// A walk looks up the metadata of every object. The seeded hash of the standard dictionary would
/// take longer than the rest of such a look-up. Metadata addresses need no protection against
/// deliberately chosen keys.
@safe
final class MetadataTable<Value: BitwiseCopyable> {
  private struct Entry {
    var key: UInt
    var value: Value?
  }

  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var mask = 1023
  private var count = 0

  init() {
    unsafe entries = .allocate(capacity: 1024)
    unsafe entries.initialize(repeating: Entry(key: 0, value: nil), count: 1024)
  }

  deinit { unsafe entries.deallocate() }

  /// The value of a key; `nil` if there is none.
  ///
  /// - Complexity: O(1) expected.
  @inline(__always)
  subscript(key: UInt) -> Value? {
    let first = unsafe entries[Self.hash(key) & mask]
    // A free slot has the key zero and no value.
    return first.key == key ? first.value : second(key)
  }

  /// Returns the value of a key that is not in the first slot for its hash; `nil` if there is none.
  @inline(never)
  private func second(_ key: UInt) -> Value? {
    let entry = unsafe entries[slot(of: key)]
    return entry.value
  }

  /// Stores a value for a key that has none. The key 0 is ignored.
  func insert(_ key: UInt, _ value: Value) {
    guard key != 0 else { return }
    if unsafe 2 * count >= mask { grow() }
    unsafe entries[slot(of: key)] = Entry(key: key, value: value)
    count += 1
  }

  /// Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4.
  @inline(__always)
  private static func hash(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: ((key >> 3) &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  /// Returns the slot that contains `key`, or the free slot in which to insert it.
  private func slot(of key: UInt) -> Int {
    var slot = unsafe Self.hash(key) & mask
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
    unsafe entries.initialize(repeating: Entry(key: 0, value: nil), count: mask + 1)
    for index in 0...oldMask where unsafe old[index].key != 0 {
      unsafe entries[slot(of: old[index].key)] = old[index]
    }
    unsafe old.deallocate()
  }
}
