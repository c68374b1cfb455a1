/// References that were read and not yet numbered.
///
/// An array would be checked for a second owner at each of millions of appends.
@safe
final class PendingReferences {
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<UInt>
  @exclusivity(unchecked) private var capacity = 4096
  @exclusivity(unchecked) private var used = 0

  init() { unsafe memory = .allocate(capacity: capacity) }

  deinit { unsafe memory.deallocate() }

  @inline(__always)
  var count: Int { unsafe used }

  @inline(__always)
  subscript(index: Int) -> UInt {
    assert(index < count)
    return unsafe memory[index]
  }

  /// - Complexity: O(1) amortised.
  @inline(__always)
  func append(_ reference: UInt) {
    if unsafe used == capacity { grow() }
    unsafe memory[used] = reference
    unsafe used += 1
  }

  func removeAll() { unsafe used = 0 }

  private func grow() {
    let larger = unsafe UnsafeMutablePointer<UInt>.allocate(capacity: 2 * capacity)
    unsafe larger.initialize(from: memory, count: used)
    unsafe memory.deallocate()
    unsafe memory = unsafe larger
    unsafe capacity *= 2
  }
}
