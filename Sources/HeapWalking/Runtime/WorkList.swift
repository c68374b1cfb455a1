/// Values that are collected for a block of objects and then used together.
///
/// An array would be checked for a second owner at each of millions of appends.
@safe
final class WorkList<Element: BitwiseCopyable> {
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<Element>
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private var used = 0

  init(capacity: Int = 4096) {
    unsafe self.capacity = capacity
    unsafe memory = .allocate(capacity: capacity)
  }

  deinit { unsafe memory.deallocate() }

  @inline(__always)
  var count: Int { unsafe used }

  @inline(__always)
  subscript(index: Int) -> Element {
    assert(index < count)
    return unsafe memory[index]
  }

  /// - Complexity: O(1) amortised.
  @inline(__always)
  func append(_ element: Element) {
    if unsafe used == capacity { grow() }
    unsafe memory[used] = element
    unsafe used &+= 1
  }

  func removeAll() { unsafe used = 0 }

  /// Appends all values to `array` and forgets them.
  ///
  /// - Complexity: O(``count``) amortised, with one check of the array.
  func move(to array: inout [Element]) {
    unsafe array.append(contentsOf: UnsafeBufferPointer(start: memory, count: used))
    removeAll()
  }

  @inline(never)
  private func grow() {
    let larger = unsafe UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    unsafe larger.initialize(from: memory, count: used)
    unsafe memory.deallocate()
    unsafe memory = unsafe larger
    unsafe capacity *= 2
  }
}
