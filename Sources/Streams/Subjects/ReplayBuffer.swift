/// The last elements that a subject received, up to a limit.
///
/// Once the buffer is full, a new element takes the slot of the oldest one, so that no other
/// element is moved. The array does not store optionals, because unspecialized code would look up
/// the metadata of the optional type for every element.
struct ReplayBuffer<Element> {
  private let limit: Int
  private var elements: [Element] = []
  /// The index of the oldest element once the buffer is full.
  private var oldest = 0

  /// Creates an empty buffer.
  ///
  /// - Parameter limit: The maximum number of elements that are kept; not negative.
  init(limit: Int) {
    self.limit = limit
  }

  /// The elements, oldest first.
  ///
  /// - Complexity: O(1) until an element has been dropped, then O(*n*).
  var all: [Element] {
    oldest == 0 ? elements : Array(elements[oldest...] + elements[..<oldest])
  }

  /// Adds an element and drops the oldest one if the buffer is full.
  ///
  /// - Parameter element: The new element. If another element is dropped, it is stored in this
  ///   variable on return, so that the caller can release it outside its lock.
  /// - Complexity: O(1) amortized.
  mutating func append(_ element: inout Element) {
    if elements.count < limit {
      elements.append(element)
    } else if limit > 0 {
      swap(&elements[oldest], &element)
      oldest += 1
      if oldest == limit { oldest = 0 }
    }
  }

  /// Removes all elements and returns them, so that the caller can release them outside its lock.
  mutating func removeAll() -> [Element] {
    let removed = elements
    elements = []
    oldest = 0
    return removed
  }
}
