import CRecorder

/// The blocks of memory that the program allocated and did not free, in order of address. Blocks
/// that the analysis allocated are not included.
struct MemoryBlocks {
  private(set) var starts: [UInt] = []
  private(set) var sizes: [UInt32] = []
  /// For each block, whether it is an object; see ``AllocationRecord/isObject(_:at:)``.
  private(set) var isObject: [Bool] = []
  /// The indices of the blocks that contain frames of tasks.
  private(set) var taskFrames: Set<Int> = []
  private let directory = BlockDirectory()

  init() {
    unsafe withUnsafeMutablePointer(to: &self) { blocks in
      unsafe lk_table_each(
        { address, entry, state in
          // `state` points to `self`, which exists until the call returns.
          unsafe state!.assumingMemoryBound(to: MemoryBlocks.self).pointee.add(address, entry)
          return true
        }, blocks)
    }
    for index in starts.indices { directory.add(index, bytes(of: index)) }
    if ProgramRuntime.linkedIn != nil { addFramesOfTasks() }
  }

  /// Adds the blocks with task frames to ``taskFrames`` if the runtime is linked into the program.
  /// In such a program, the recorder does not mark these blocks, so they are found through their
  /// tasks.
  private mutating func addFramesOfTasks() {
    for index in starts.indices where isObject[index] {
      let object = Address(starts[index])
      guard Metadata(object.address()).kind == .task else { continue }
      taskFrames.formUnion(TaskSlab.all(of: object).compactMap { self.index(at: $0.address.bits) })
    }
  }

  private mutating func add(_ address: UInt, _ entry: lk_allocation) {
    // The analysis allocates blocks even during this enumeration, because these arrays grow.
    guard AllocationRecord.ownWork(entry) != .analysis else { return }
    starts.append(address)
    sizes.append(UInt32(lk_size_of(entry)))
    let isObject = AllocationRecord.isObject(entry, at: Address(address))
    self.isObject.append(isObject)
    if !isObject, lk_kind_of(entry) == lk_concurrency_block { taskFrames.insert(starts.count - 1) }
  }

  /// Returns the index of the block to which a pointer with the value `address` refers: the block
  /// that contains the byte at `address`, or the block of C memory that ends there. Returns `nil`
  /// if there is none.
  ///
  /// A program may keep only a pointer past the last element of a block. If another block starts
  /// there, the pointer refers to that block.
  ///
  /// - Complexity: O(1), because at most 256 blocks begin in a page.
  func index(of address: UInt) -> Int? {
    if let index = lastIndex(upTo: address, inPageOf: address) {
      let bytes = bytes(of: index)
      return bytes.contains(address) || isEnd(address, of: index) ? index : nil
    }
    // A block that ends at the end of a page has no byte in the next page.
    guard address > 0, address & ((1 << BlockDirectory.pageBits) - 1) == 0,
      let index = lastIndex(upTo: address, inPageOf: address - 1)
    else { return nil }
    return isEnd(address, of: index) ? index : nil
  }

  private func isEnd(_ address: UInt, of index: Int) -> Bool {
    !isObject[index] && address == bytes(of: index).upperBound
  }

  /// Returns the index of the last block that starts at or before `address`, if that block has a
  /// byte in the page of `inPage`.
  private func lastIndex(upTo address: UInt, inPageOf inPage: UInt) -> Int? {
    guard let first = directory.firstBlock(inPageOf: inPage), starts[first] <= address
    else { return nil }
    var low = first
    var high = min(first + Self.maxInPage, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= address { low = middle } else { high = middle }
    }
    return low
  }

  /// The maximum number of blocks that have a byte in a page. Blocks are at least 16 bytes apart,
  /// and the first one may begin in an earlier page.
  private static let maxInPage = 1 + (1 << Int(BlockDirectory.pageBits)) / 16

  /// Returns the range of all bytes of a block; one byte for a block of size 0.
  private func bytes(of index: Int) -> Range<UInt> {
    starts[index]..<(starts[index] + max(1, UInt(sizes[index])))
  }

  /// The range that contains all addresses that refer to blocks; see ``index(of:)``.
  var addresses: Range<UInt> {
    guard let first = starts.first, let last = starts.indices.last else { return 0..<0 }
    return first..<(bytes(of: last).upperBound + 1)
  }

  /// Returns the number of bytes of a block that are in use, rounded down to a multiple of eight.
  /// In a block of task frames, popped frames are not in use.
  func extent(of index: Int) -> Int {
    let size = Int(sizes[index]) & ~7
    guard !isObject[index], taskFrames.contains(index) else { return size }
    return min(size, TaskSlab(at: Address(starts[index])).extent ?? size)
  }

  /// Returns the range of the bytes of a block that are in use.
  func memory(of index: Int) -> Range<UInt> {
    starts[index]..<(starts[index] + UInt(extent(of: index)))
  }

  /// Returns the index of the block that starts at `address`; `nil` if there is none.
  func index(at address: UInt) -> Int? {
    index(of: address).flatMap { starts[$0] == address ? $0 : nil }
  }
}
