/// A first-in, first-out queue in one array. A removed element leaves a `nil` entry. When more than
/// half of the entries are `nil`, the `nil` entries are removed. An empty queue retains only a
/// small array.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// The maximum capacity of the array that an empty queue retains.
  private static var keptCapacity: Int { 64 }

  init() {}

  var count: Int { elements.count - head }

  var isEmpty: Bool { head == elements.count }

  /// The element that was added first.
  var first: Element? { isEmpty ? nil : elements[head] }

  /// The elements, in order.
  var all: [Element] { elements[head...].compactMap(\.self) }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Removes and returns the element that was added first.
  ///
  /// - Complexity: O(1) amortized.
  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if isEmpty, elements.capacity > Fifo.keptCapacity {
      elements = []
      head = 0
    } else if head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Removes and returns all elements, in order.
  mutating func popAll() -> [Element] {
    let taken = all
    elements = []
    head = 0
    return taken
  }
}
