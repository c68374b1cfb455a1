/// A growing array whose elements have stable addresses and are read without reference counting.
///
/// When the arena grows, it allocates new memory, but keeps the old memory until the arena is
/// destroyed. Existing pointers and slices therefore stay valid. An element never changes after it
/// has been added.
@safe final class Arena<Element: BitwiseCopyable> {
  @exclusivity(unchecked) private var memory: UnsafeMutablePointer<Element>
  private var capacity: Int
  private var retired: [UnsafeMutablePointer<Element>] = unsafe []
  private(set) var count = 0

  init(capacity: Int = 256) {
    self.capacity = capacity
    unsafe memory = .allocate(capacity: capacity)
  }

  deinit {
    unsafe memory.deallocate()
    for index in unsafe retired.indices { unsafe retired[index].deallocate() }
  }

  @inline(__always)
  subscript(index: UInt32) -> Element { pointer(to: index).element }

  /// Returns a pointer to an element, which is valid as long as the arena exists.
  @inline(__always)
  func pointer(to index: UInt32) -> ArenaPointer<Element> {
    assert(index < count)
    // The index is within bounds, because callers pass only indices that `append` returned.
    return unsafe ArenaPointer(memory + Int(index))
  }

  /// Adds one element and returns its index.
  ///
  /// - Complexity: O(1) amortized.
  func append(_ element: Element) -> UInt32 {
    _ = append(contentsOf: [element])
    return UInt32(count - 1)
  }

  /// Adds elements next to each other and returns a slice of them, which is valid as long as the
  /// arena exists.
  func append(contentsOf elements: [Element]) -> ArenaSlice<Element> {
    if count + elements.count > capacity { grow(for: elements.count) }
    let start = unsafe memory + count
    unsafe start.initialize(from: elements, count: elements.count)
    count += elements.count
    return unsafe ArenaSlice(start, count: elements.count)
  }

  private func grow(for additional: Int) {
    capacity = max(2 * capacity, count + additional)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.initialize(from: memory, count: count)
    unsafe retired.append(memory)
    unsafe memory = unsafe larger
  }
}
