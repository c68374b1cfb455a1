import HeapWalking

/// The types of a set of objects, with the number of objects of each type.
struct TypeCounts: Hashable {
  /// For each metadata word, the number of objects. All numbers are 0 after a call of
  /// ``forgetNumbers()``.
  private var counts: [UInt: Int] = [:]

  /// - Complexity: O(objects).
  init(of objects: some Sequence<HeapNode>, in heap: HeapSnapshot) {
    // Objects of one type are often adjacent. The count of the last type is added when the type
    // changes, so that the dictionary is not accessed for each of millions of objects.
    var type: UInt = 0
    var count = 0
    for object in objects {
      let next = Address(heap.address(of: object)).metadataWord
      if next != type {
        if count > 0 { counts[type, default: 0] += count }
        (type, count) = (next, 0)
      }
      count += 1
    }
    if count > 0 { counts[type, default: 0] += count }
  }

  /// Keeps only the types. Two values are then equal if they have the same types.
  mutating func forgetNumbers() { counts = counts.mapValues { _ in 0 } }
}
