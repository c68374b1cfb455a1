/// A queue in one array: what was taken is dropped once it makes up half of it.
struct Fifo<Element> {
  private var elements: [Element?] = []
  private var head = 0

  init() {}

  var count: Int { elements.count - head }

  var isEmpty: Bool { head == elements.count }

  /// The element that has waited longest.
  var first: Element? { isEmpty ? nil : elements[head] }

  /// What waits, in order.
  var all: [Element] { elements[head...].compactMap(\.self) }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the element that has waited longest.
  ///
  /// - Complexity: O(1) amortised.
  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Takes everything, in order.
  mutating func popAll() -> [Element] {
    let taken = all
    elements = []
    head = 0
    return taken
  }
}
