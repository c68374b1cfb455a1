import CRecorder

/// Stacks that are in use but were not allocated by the C library: stacks of coroutines, and of
/// threads that the program created by system calls.
///
/// The part of a stack below the stack pointer contains only words of calls that have ended. If a
/// guard page precedes the stack, that part owns nothing. If there is no guard page, the lowest
/// address of the stack is unknown, so the memory below the stack pointer may also contain other
/// data of the same block or mapping. An object to which only that memory refers may be in use or
/// leaked.
///
/// Use this type in a process that was forked while the other threads were stopped.
struct ForeignStacks {
  /// The lowest address in use of each of these stacks, in ascending order.
  let starts: [UInt]
  /// For each block that contains one of these stacks, the memory from the start of the block to
  /// the lowest address in use.
  private(set) var partsOfBlocks: [Int: Range<UInt>] = [:]
  /// For stacks that are outside blocks and have no guard page, the memory below the lowest address
  /// in use. The ranges are in ascending order and do not overlap.
  private(set) var otherParts: [Range<UInt>] = []
  /// The unused memory of stacks with a guard page, in ascending order. It owns nothing.
  private(set) var deadParts: [Range<UInt>] = []

  /// - Parameters:
  ///   - starts: The lowest address in use of each thread's stack.
  ///   - block: A closure that returns the index and memory of the block that contains an address.
  init(
    from starts: some Sequence<UInt>, in map: MemoryMap,
    block: (UInt) -> (index: Int, memory: Range<UInt>)?
  ) {
    self.starts = starts.filter { map.stack(usedFrom: $0) == nil }.sorted()
    var ends: [UInt: (end: UInt, isGuarded: Bool)] = [:]
    // If a block or mapping contains several stacks, the highest stack determines the range.
    for start in self.starts {
      if let (index, memory) = block(start) {
        partsOfBlocks[index] = memory.lowerBound..<start
      } else if let region = map.region(containing: start) {
        let isFirst = ends[region.range.lowerBound] == nil
        ends[region.range.lowerBound] = (start, region.isGuarded && isFirst)
      }
    }
    for (low, part) in ends.sorted(by: { $0.key < $1.key }) {
      if part.isGuarded {
        deadParts.append(low..<part.end)
      } else {
        otherParts.append(low..<part.end)
      }
    }
  }

  /// Finds the stacks of this process that the C library did not allocate.
  ///
  /// - Parameter endingThread: The lowest address in use on the stack of the thread that ends the
  ///   program; `nil` if there is no such thread.
  init(in map: MemoryMap, among blocks: MemoryBlocks, endingThread: UInt?) {
    let stopped = StoppedThreads.indices.compactMap { StoppedThreads.stack(at: $0) }
    self.init(from: stopped + [endingThread].compactMap { $0 }, in: map) { address in
      blocks.index(of: address).map { ($0, blocks.memory(of: $0)) }
    }
  }

  /// A Boolean value indicating whether a guard page directly precedes each of the stacks. No other
  /// data can then precede a stack in its block or mapping.
  var isEmpty: Bool { partsOfBlocks.isEmpty && otherParts.isEmpty }

  /// Returns the part of a block's memory that may be in use.
  func used(_ memory: Range<UInt>, of block: Int) -> Range<UInt> {
    guard let unused = partsOfBlocks[block] else { return memory }
    return min(unused.upperBound, memory.upperBound)..<memory.upperBound
  }
}
