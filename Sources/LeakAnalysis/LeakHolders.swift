import HeapWalking

/// The leaked objects that retain objects of other leaks. A retained object is freed only when both
/// leaks are fixed.
struct LeakHolders {
  /// The maximum number of holders that one search finds for each leak.
  private static let maxHolders = 20
  /// The maximum number of storage objects and closure contexts between a holder and the object
  /// that it retains.
  private static let maxParts = 4

  private var holders: [Int: Set<HeapNode>] = [:]

  /// - Parameters:
  ///   - sets: The objects of each leak.
  ///   - leaked: All leaked objects.
  ///   - isPart: A predicate for storage and closure contexts, which are parts of their owner.
  /// - Complexity: O(*n* + references of leaked objects) for *n* objects of the heap.
  init(
    of sets: [[HeapNode]], among leaked: some Collection<HeapNode>, in heap: HeapSnapshot,
    isPart: (HeapNode) -> Bool
  ) {
    guard !sets.isEmpty else { return }
    // The index of each object's set; -1 if the object is in no set.
    var indexOf = [Int32](repeating: -1, count: heap.addresses.count)
    for (index, objects) in sets.enumerated() {
      for node in objects { indexOf[node.index] = Int32(index) }
    }
    holders = Self.owners(leaked, heap) { node, target in
      let index = indexOf[target.index]
      return index < 0 || index == indexOf[node.index] ? nil : Int(index)
    }
    var parts = holders.mapValues { $0.filter(isPart) }
    for _ in 0..<Self.maxParts where parts.values.contains(where: { !$0.isEmpty }) {
      var indexOfPart: [HeapNode: Int] = [:]
      for (index, nodes) in parts { for node in nodes { indexOfPart[node] = index } }
      parts = Self.owners(leaked, heap) { indexOfPart[$1] }
      for (index, nodes) in parts { holders[index]?.formUnion(nodes) }
      parts = parts.mapValues { $0.filter(isPart) }
    }
  }

  /// The leaked objects that retain an object of the leak at `index`, but belong to other leaks.
  /// They are sorted in ascending order. If such an object is storage or a closure context, its
  /// owners are included.
  subscript(index: Int) -> [HeapNode] { holders[index]?.sorted() ?? [] }

  /// Returns a map from the index of each set to the leaked nodes that refer to the set.
  ///
  /// - Parameter index: A closure that returns the index of the set to which a reference refers;
  ///   `nil` if the reference is to be ignored.
  private static func owners(
    _ leaked: some Collection<HeapNode>, _ heap: HeapSnapshot,
    index: (_ node: HeapNode, _ target: HeapNode) -> Int?
  ) -> [Int: Set<HeapNode>] {
    var found: [Int: Set<HeapNode>] = [:]
    for node in leaked where heap.strongCount(of: node) != 0 {
      for target in heap.targets(of: node) {
        guard let index = index(node, target), found[index, default: []].count < maxHolders
        else { continue }
        found[index, default: []].insert(node)
      }
    }
    return found
  }
}
