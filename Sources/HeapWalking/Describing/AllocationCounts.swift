internal import OwnershipGraph

/// The allocation stacks of the objects that one node of a graph represents, with the number of
/// objects for each stack.
struct AllocationCounts {
  /// The number of objects for each stack, and the address of one of these objects. The key is the
  /// number that identifies the stack, or -1 if no stack was recorded.
  private var counts: [Int: (count: Int, example: UInt)] = [:]

  mutating func add(_ object: UInt, of walker: HeapWalker) {
    counts[walker.live.allocationOrder(of: object) ?? -1, default: (0, object)].count += 1
  }

  /// Returns the most frequent allocation stack. If several stacks are equally frequent, returns
  /// the first of them in lexicographic order.
  func mostFrequent(by walker: HeapWalker) -> [StackFrame] {
    var countOf: [[StackFrame]: Int] = [:]
    for (count, example) in counts.values {
      countOf[walker.allocation(of: example), default: 0] += count
    }
    let often = countOf.max {
      $0.value != $1.value ? $0.value < $1.value : $1.key.lexicographicallyPrecedes($0.key)
    }
    return often?.key ?? []
  }
}
