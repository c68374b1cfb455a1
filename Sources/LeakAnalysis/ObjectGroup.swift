import HeapWalking

/// Objects that are connected by references. Only as many are listed as a person can read.
struct ObjectGroup {
  /// The objects, at most ``maxShown``.
  var objects: [HeapNode]
  /// The number of connected parts that the group represents.
  var count = 1

  static let maxShown = 500

  /// Returns the connected parts of a set of objects. Parts whose objects have the same types and
  /// are used by the same functions form one group.
  ///
  /// - Parameter code: A closure that returns the functions that use an object, such as the code of
  ///   closures that capture it.
  /// - Complexity: Nearly O(objects + references).
  static func groups(
    of objects: [HeapNode], in heap: HeapSnapshot, code: (HeapNode) -> [UInt] = { _ in [] }
  ) -> [ObjectGroup] {
    var groups: [ObjectGroup] = []
    var indexOf: [[[UInt]]: Int] = [:]
    for part in connectedParts(of: objects, in: heap) {
      let types = Set(part.map { Address(heap.address(of: $0)).metadataWord }).sorted()
      let key = [types, Set(part.flatMap(code)).sorted()]
      if let index = indexOf[key] {
        groups[index].count += 1
      } else {
        indexOf[key] = groups.count
        groups.append(ObjectGroup(objects: Array(part.prefix(maxShown))))
      }
    }
    return groups
  }

  /// Returns the connected parts, ordered by their first object. The algorithm is union-find.
  private static func connectedParts(
    of objects: [HeapNode], in heap: HeapSnapshot
  ) -> [[HeapNode]] {
    var parents: [HeapNode: HeapNode] = [:]
    for object in objects { parents[object] = object }
    func root(_ object: HeapNode) -> HeapNode {
      var object = object
      while let parent = parents[object], parent != object {
        parents[object] = parents[parent]
        object = parent
      }
      return object
    }
    for object in objects {
      for target in heap.targets(of: object) where parents[target] != nil {
        parents[root(object)] = root(target)
      }
    }
    return objects.groups(by: root).map(\.elements)
  }
}
