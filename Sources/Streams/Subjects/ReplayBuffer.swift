/// The last elements that a subject received, up to a limit.
///
/// Once it is full, a new element is exchanged for the oldest one in the same slot, so that
/// nothing is moved and nothing is allocated. The array has the element type itself and not
/// an optional of it: in code that is not specialised the metadata of each generic type is
/// looked up again for every element.
struct ReplayBuffer<Element> {
  private let limit: Int
  private var elements: [Element] = []
  /// The index of the oldest element once the buffer is full.
  private var oldest = 0

  /// Creates an empty buffer.
  ///
  /// - Parameter limit: The largest number of elements that are kept; not negative.
  init(limit: Int) {
    self.limit = limit
  }

  /// The elements, oldest first.
  ///
  /// - Complexity: O(1) until an element has been dropped, then O(*n*).
  var all: [Element] {
    oldest == 0 ? elements : Array(elements[oldest...] + elements[..<oldest])
  }

  /// Adds an element and drops the oldest one if there are more than the limit allows.
  ///
  /// - Parameter element: The new element. On return, the dropped element if there is one,
  ///   so that the caller can release it after it has released its lock.
  /// - Complexity: O(1) amortised.
  mutating func append(_ element: inout Element) {
    if elements.count < limit {
      elements.append(element)
    } else if limit > 0 {
      swap(&elements[oldest], &element)
      oldest += 1
      if oldest == limit { oldest = 0 }
    }
  }

  /// Removes all elements and returns them, to be released after the caller's lock.
  mutating func removeAll() -> [Element] {
    let removed = elements
    elements = []
    oldest = 0
    return removed
  }
}
