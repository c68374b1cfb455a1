import CRecorder

/// The stacks in use that the C library did not allocate: stacks of coroutines, and of threads that
/// the program created by system calls.
///
/// The memory below a thread's stack pointer contains words of calls that have ended. Unless a
/// guard page precedes the stack, its lowest address is unknown, and other data may precede the
/// stack in the same block or mapping. If only this memory refers to an object, the object may be
/// in use or leaked.
///
/// Use it in a process that was forked while the other threads were stopped.
struct ForeignStacks {
  /// For each of these stacks, the lowest address in use; ascending.
  let starts: [UInt]
  /// For each block that contains one of these stacks, the memory below the addresses in use.
  private(set) var partsOfBlocks: [Int: Range<UInt>] = [:]
  /// The memory below the addresses in use of unguarded stacks outside blocks; ascending, without
  /// overlaps.
  private(set) var otherParts: [Range<UInt>] = []
  /// The unused memory of stacks that a guard page precedes: it owns nothing. Ascending.
  private(set) var deadParts: [Range<UInt>] = []

  /// - Parameters:
  ///   - starts: The lowest address in use of each thread's stack.
  ///   - block: A closure that returns the block with the byte at an address, and its memory.
  init(
    from starts: some Sequence<UInt>, in map: MemoryMap,
    block: (UInt) -> (index: Int, memory: Range<UInt>)?
  ) {
    self.starts = starts.filter { map.stack(usedFrom: $0) == nil }.sorted()
    var ends: [UInt: (end: UInt, isGuarded: Bool)] = [:]
    // If there are several stacks in one block or mapping, the highest decides.
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

  /// Creates the stacks of this process.
  ///
  /// - Parameter endingThread: The lowest address in use of the stack of the thread that ends the
  ///   program; `nil` if there is no such thread.
  init(in map: MemoryMap, among blocks: MemoryBlocks, endingThread: UInt?) {
    let stopped = StoppedThreads.indices.compactMap { StoppedThreads.stack(at: $0) }
    self.init(from: stopped + [endingThread].compactMap { $0 }, in: map) { address in
      blocks.index(of: address).map { ($0, blocks.memory(of: $0)) }
    }
  }

  /// A Boolean value indicating whether ``partsOfBlocks`` and ``otherParts`` are empty: no other
  /// data can precede any of the stacks.
  var isEmpty: Bool { partsOfBlocks.isEmpty && otherParts.isEmpty }

  /// Returns the part of a block's memory that may be in use.
  func used(_ memory: Range<UInt>, of block: Int) -> Range<UInt> {
    guard let unused = partsOfBlocks[block] else { return memory }
    return min(unused.upperBound, memory.upperBound)..<memory.upperBound
  }
}
