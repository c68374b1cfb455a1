/// Where elements lie side by side in an ``Arena``.
struct ArenaRange: BitwiseCopyable {
  var start: UInt32
  var end: UInt32

  static let empty = ArenaRange(start: 0, end: 0)

  var isEmpty: Bool { start == end }
  var count: UInt32 { end - start }
}

/// Values that stay in place and are read without reference counting.
///
/// When it grows, the former memory is kept until the arena goes, so a reader
/// that is in the middle of it may finish there: an element never changes once
/// it was added.
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
  subscript(index: UInt32) -> Element {
    assert(index < count)
    // Valid: only indices that `append` returned are used.
    return unsafe memory[Int(index)]
  }

  /// Adds one element.
  ///
  /// - Complexity: O(1) amortised.
  func append(_ element: Element) -> UInt32 { append(contentsOf: [element]).start }

  /// Adds elements side by side and returns where they are.
  func append(contentsOf elements: [Element]) -> ArenaRange {
    if count + elements.count > capacity { grow(for: elements.count) }
    unsafe (memory + count).initialize(from: elements, count: elements.count)
    let start = UInt32(count)
    count += elements.count
    return ArenaRange(start: start, end: UInt32(count))
  }

  private func grow(for additional: Int) {
    capacity = max(2 * capacity, count + additional)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.initialize(from: memory, count: count)
    unsafe retired.append(memory)
    unsafe memory = unsafe larger
  }
}
