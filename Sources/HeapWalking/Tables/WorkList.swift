/// A list of values that are collected for one batch of objects and then processed together.
///
/// Unlike an array, a list does not check at each append whether its storage is uniquely
/// referenced. This saves time, because a walk appends millions of values.
@safe
struct WorkList<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var next: UnsafeMutablePointer<Element>
  private var end: UnsafeMutablePointer<Element>

  init(capacity: Int = 4096) {
    unsafe start = .allocate(capacity: capacity)
    unsafe next = unsafe start
    unsafe end = unsafe start + capacity
  }

  deinit { unsafe start.deallocate() }

  @inline(__always)
  var count: Int { unsafe Self.distance(from: start, to: next) }

  @inline(__always)
  subscript(index: Int) -> Element {
    assert(index < count)
    return unsafe start[index]
  }

  /// Appends one element.
  ///
  /// - Complexity: O(1) amortized.
  @inline(__always)
  mutating func append(_ element: Element) {
    if unsafe next == end { grow() }
    unsafe next.initialize(to: element)
    unsafe next += 1
  }

  @inline(__always)
  mutating func removeAll() { unsafe next = unsafe start }

  /// Appends the results of calling `value` with each position in `0..<count`.
  ///
  /// - Complexity: O(`count`) amortized, with one check of the capacity.
  @inline(__always)
  mutating func append(count: Int, _ value: (_ position: Int) -> Element) {
    makeRoom(for: count)
    let first = unsafe next
    for position in 0..<count { unsafe (first + position).initialize(to: value(position)) }
    unsafe next = unsafe first + count
  }

  /// Moves all values to the end of `array`.
  ///
  /// - Complexity: O(``count``) amortized. The uniqueness of the array's storage is checked once.
  mutating func move(to array: inout [Element]) {
    unsafe array.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    removeAll()
  }

  /// Replaces the values with the elements of `array` in `range`. Positions outside the array are
  /// ignored.
  ///
  /// - Complexity: O(length of `range`). The bounds of the array are checked once.
  mutating func copy(_ range: Range<Int>, of array: [Element]) {
    removeAll()
    let range = range.clamped(to: array.indices)
    makeRoom(for: range.count)
    unsafe array.withUnsafeBufferPointer { elements in
      let wanted = unsafe UnsafeBufferPointer(rebasing: elements[range])
      // There is room for the elements, because `makeRoom(for:)` has reserved it.
      guard let first = wanted.baseAddress else { return }
      unsafe next.initialize(from: first, count: wanted.count)
    }
    unsafe next += range.count
  }

  /// Returns the number of elements from `start` to `end`. `start` must not be after `end`.
  @inline(__always)
  private static func distance(
    from start: UnsafeMutablePointer<Element>, to end: UnsafeMutablePointer<Element>
  ) -> Int {
    // The distance is unsigned, so that the division by a power of two becomes a shift.
    let bytes = UInt(bitPattern: end) &- UInt(bitPattern: start)
    return Int(bytes / UInt(MemoryLayout<Element>.stride))
  }

  @inline(__always)
  private mutating func makeRoom(for count: Int) {
    while unsafe Self.distance(from: next, to: end) < count { grow() }
  }

  @inline(never)
  private mutating func grow() {
    let used = count
    let capacity = unsafe 2 * Self.distance(from: start, to: end)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.initialize(from: start, count: used)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    unsafe next = unsafe larger + used
    unsafe end = unsafe larger + capacity
  }
}
