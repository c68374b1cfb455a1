import CSwiftRuntime

/// The blocks of memory that were allocated and not given back, by address: the program's,
/// not those of this analysis.
struct MemoryBlocks {
  private(set) var starts: [UInt] = []
  private(set) var sizes: [UInt32] = []
  /// For each block whether it is an object of Swift's.
  private(set) var isObject: [Bool] = []
  /// The blocks that hold frames of tasks.
  private(set) var taskFrames: Set<Int> = []

  init() {
    unsafe withUnsafeMutablePointer(to: &self) { blocks in
      unsafe lk_table_each(
        { address, entry, state in
          // Valid: `state` is the blocks above, alive during the call.
          unsafe state?.assumingMemoryBound(to: MemoryBlocks.self).pointee.add(address, entry)
        }, blocks)
    }
  }

  private mutating func add(_ address: UInt, _ entry: lk_allocation) {
    // These arrays, too, which grow while the table is gone through.
    guard AllocationRecord.ownWork(entry) != .analysis else { return }
    starts.append(address)
    sizes.append(UInt32(truncatingIfNeeded: entry & lk_size_mask))
    let isObject = AllocationRecord.isObject(entry, at: Address(address))
    self.isObject.append(isObject)
    if !isObject, entry & lk_concurrency_block != 0 { taskFrames.insert(starts.count - 1) }
  }

  /// The block that has the byte at `address`.
  ///
  /// - Complexity: O(log *n*).
  func index(of address: UInt) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, address - starts[low - 1] < max(1, UInt(sizes[low - 1])) else { return nil }
    return low - 1
  }

  /// The bytes of a block that are in use: of frames of tasks those that have not been left.
  func extent(of index: Int) -> Int {
    let size = Int(sizes[index]) & ~7
    guard !isObject[index], taskFrames.contains(index) else { return size }
    return min(size, TaskSlab(at: Address(starts[index])).extent ?? size)
  }

  /// The block that starts at `address`.
  func index(at address: UInt) -> Int? {
    index(of: address).flatMap { starts[$0] == address ? $0 : nil }
  }
}
