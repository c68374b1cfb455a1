/// A binary heap whose elements are removed in the order that a closure defines. An empty heap
/// retains only a small array.
struct PriorityQueue<Element> {
  private let precedes: (Element, Element) -> Bool
  private var elements: [Element] = []

  /// The maximum capacity of an array that the heap retains while it is empty.
  private static var keptCapacity: Int { 64 }

  init(_ precedes: @escaping (Element, Element) -> Bool) {
    self.precedes = precedes
  }

  /// The element that precedes all others.
  var first: Element? { elements.first }

  /// Adds an element.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard precedes(elements[child], elements[parent]) else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the element that precedes all others.
  ///
  /// - Complexity: O(log *n*).
  mutating func popFirst() -> Element? {
    guard let first = elements.first else { return nil }
    let last = elements.removeLast()
    guard !elements.isEmpty else {
      if elements.capacity > PriorityQueue.keptCapacity { elements = [] }
      return first
    }
    elements[0] = last
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
        if precedes(elements[child], elements[smallest]) { smallest = child }
      }
      guard smallest != parent else { return first }
      elements.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
