import HeapWalking

/// Objects that references connect, in groups that are small enough to read.
struct ObjectGroup {
  /// Their nodes in the heap, up to ``maxShown``.
  var objects: [Int]
  /// The number of groups that consist of the same types, this one included.
  var count = 1

  static let maxShown = 500

  /// The connected parts of a set of objects, one for each set of types.
  ///
  /// - Complexity: O(objects + references), nearly.
  static func groups(of objects: [Int], in heap: HeapSnapshot) -> [ObjectGroup] {
    var groups: [ObjectGroup] = []
    var indexOf: [[UInt]: Int] = [:]
    for part in connectedParts(of: objects, in: heap) {
      let types = Set(part.map { Address(heap.addresses[$0]).metadataWord }).sorted()
      if let index = indexOf[types] {
        groups[index].count += 1
      } else {
        indexOf[types] = groups.count
        groups.append(ObjectGroup(objects: Array(part.prefix(maxShown))))
      }
    }
    return groups
  }

  /// A union-find over the references, by the first object of each part.
  private static func connectedParts(of objects: [Int], in heap: HeapSnapshot) -> [[Int]] {
    var parents: [Int: Int] = [:]
    for object in objects { parents[object] = object }
    func root(_ object: Int) -> Int {
      var object = object
      while let parent = parents[object], parent != object {
        parents[object] = parents[parent]
        object = parent
      }
      return object
    }
    for object in objects {
      for target in heap.references[object] where parents[Int(target)] != nil {
        parents[root(object)] = root(Int(target))
      }
    }
    var order: [Int] = []
    var parts: [Int: [Int]] = [:]
    for object in objects {
      let part = root(object)
      if parts[part] == nil { order.append(part) }
      parts[part, default: []].append(object)
    }
    return order.map { parts[$0] ?? [] }
  }
}
