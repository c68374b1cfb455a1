/// An unordered collection. Inserting an element returns a key. To remove the element, pass its key
/// to `removeKey(_:)`.
///
/// The bag stores one element inline, up to 30 more in an array in insertion order, and all others
/// in a dictionary. A copy is a snapshot, so a `CompositeDisposable` can iterate over a copy after
/// it has released its lock.
struct Bag<Element> {
  private var nextKey: UInt64 = 0
  private var firstKey = BagKey(rawValue: .max)
  private var first: Element?
  private var others: [(key: BagKey, element: Element)] = []
  private var many: [BagKey: Element] = [:]

  private static var arrayLimit: Int { 30 }
  /// The maximum capacity of a dictionary that the bag retains while the dictionary is empty.
  private static var keptCapacity: Int { 64 }

  init() {}

  /// The number of elements.
  var count: Int { (first == nil ? 0 : 1) + others.count + many.count }

  var isEmpty: Bool { first == nil && others.isEmpty && many.isEmpty }

  /// Adds an element and returns its key.
  ///
  /// - Complexity: O(1) amortized.
  mutating func insert(_ element: Element) -> BagKey {
    let key = BagKey(rawValue: nextKey)
    nextKey += 1
    if isEmpty {
      firstKey = key
      first = element
    } else if many.isEmpty, others.count < Bag.arrayLimit {
      others.append((key, element))
    } else {
      many[key] = element
    }
    return key
  }

  /// Removes and returns the element with the given key, or returns `nil` if there is none.
  ///
  /// - Complexity: O(1), because the array that is searched has at most 30 elements.
  mutating func removeKey(_ key: BagKey) -> Element? {
    if key == firstKey {
      let removed = first
      first = nil
      return removed
    }
    if let index = others.firstIndex(where: { $0.key == key }) {
      return others.remove(at: index).element
    }
    let removed = many.removeValue(forKey: key)
    // Frees the memory of a large dictionary when it becomes empty.
    if many.isEmpty, many.capacity > Bag.keptCapacity { many = [:] }
    return removed
  }

  /// All elements with their keys.
  var all: [(key: BagKey, element: Element)] {
    (first.map { [(firstKey, $0)] } ?? []) + others + many.map { ($0.key, $0.value) }
  }

  /// Calls a closure with each element. The elements of the dictionary come last, in any order.
  @inline(__always)
  func forEach(_ body: (Element) throws -> Void) rethrows {
    if let first { try body(first) }
    if !others.isEmpty {
      for (_, element) in others { try body(element) }
    }
    if !many.isEmpty {
      for element in many.values { try body(element) }
    }
  }
}
