import HeapWalking

/// Objects that are connected by references.
struct ObjectGroup {
  var objects: [HeapNode]
  /// The number of connected parts that the group represents.
  var count = 1

  /// The number of groups above which parts are compared by the types of their objects alone, not
  /// by the number of objects of each type.
  private static let maxCounted = 2_000

  private struct Key: Hashable {
    var types: TypeCounts
    var code: Set<UInt>
  }

  /// Returns the connected parts of a set of objects. Parts that have equal numbers of objects of
  /// each type, and whose objects are used by the same functions, form one group.
  ///
  /// - Parameter code: A closure that returns the functions that use an object, such as the code of
  ///   closures that capture it.
  /// - Complexity: Nearly O(objects of the heap + references of `objects`).
  static func groups(
    of objects: [HeapNode], in heap: HeapSnapshot, code: (HeapNode) -> [UInt] = { _ in [] }
  ) -> [ObjectGroup] {
    let parts = ConnectedParts(of: objects, in: heap)
    var groups: [ObjectGroup] = []
    var indexOf: [Key: Int] = [:]
    for part in parts {
      var types = TypeCounts(of: part, in: heap)
      if groups.count >= maxCounted { types.forgetNumbers() }
      let key = Key(types: types, code: Set(part.flatMap(code)))
      if let index = indexOf[key] {
        groups[index].count += 1
      } else {
        indexOf[key] = groups.count
        groups.append(ObjectGroup(objects: Array(part)))
      }
    }
    return groups
  }
}

/// The connected parts of a set of objects, ordered by their first object.
private struct ConnectedParts: Sequence {
  /// The objects, part by part.
  private var objects: [HeapNode]
  /// For each part, the position of its first object in ``objects``; at the end, the number of
  /// objects.
  private var starts: [Int]

  /// - Complexity: Nearly O(objects of the heap + references of `objects`).
  init(of objects: [HeapNode], in heap: HeapSnapshot) {
    let roots = Self.roots(of: objects, in: heap)
    // For each root, the number of its part; -1 for other objects.
    var numbers = [Int32](repeating: -1, count: heap.addresses.count)
    var sizes: [Int] = []
    for root in roots {
      if numbers[root] < 0 {
        numbers[root] = Int32(sizes.count)
        sizes.append(0)
      }
      sizes[Int(numbers[root])] += 1
    }
    starts = sizes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    self.objects = objects
    var next = starts
    for (object, root) in zip(objects, roots) {
      let number = Int(numbers[root])
      self.objects[next[number]] = object
      next[number] += 1
    }
  }

  /// Returns, for each object, the index of the object that represents its part. The algorithm is
  /// union-find.
  private static func roots(of objects: [HeapNode], in heap: HeapSnapshot) -> [Int] {
    var parents = [Int32](repeating: -1, count: heap.addresses.count)
    for object in objects { parents[object.index] = Int32(object.index) }
    func root(_ object: Int) -> Int {
      var object = object
      while Int(parents[object]) != object {
        parents[object] = parents[Int(parents[object])]
        object = Int(parents[object])
      }
      return object
    }
    for object in objects {
      for target in heap.targets(of: object) where parents[target.index] >= 0 {
        parents[root(object.index)] = Int32(root(target.index))
      }
    }
    return objects.map { root($0.index) }
  }

  func makeIterator() -> some IteratorProtocol<ArraySlice<HeapNode>> {
    zip(starts, starts.dropFirst()).lazy.map { objects[$0..<$1] }.makeIterator()
  }
}
