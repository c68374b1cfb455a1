import CRecorder

/// Stacks in use that neither the C library nor the system allocated, such as alternate signal
/// stacks, stacks of coroutines, and stacks of threads that the program created by system calls.
///
/// The part of a stack below the stack pointer contains only words of calls that have ended. If a
/// guard page precedes the stack, that part owns nothing. If there is no guard page, the lowest
/// address of the stack is unknown, so the memory below the stack pointer may also contain other
/// data of the same block or mapping. An object to which only that memory refers may be in use or
/// leaked.
///
/// A mapping may contain several stacks. The end of a stack is known if the stack contains the
/// control block of its thread. A stack that a program passes to `pthread_attr_setstack` contains
/// this block.
///
/// Use this type in a process that was forked while the other threads were stopped.
struct ForeignStacks {
  /// The lowest address in use of each of these stacks, in ascending order.
  let starts: [UInt]
  /// For each block that contains some of these stacks, the memory from the start of the block to
  /// the lowest address in use of the highest stack.
  private(set) var partsOfBlocks: [Int: Range<UInt>] = [:]
  /// For each stack that is outside blocks and has no guard page, the memory from the end of the
  /// next lower stack, or from the start of the region, to the lowest address in use. If the end of
  /// a stack is unknown, this stack and the next higher one in the region have one common range,
  /// which ends at the higher stack. The ranges are in ascending order and do not overlap.
  private(set) var otherParts: [Range<UInt>] = []
  /// The unused memory of stacks with a guard page, in ascending order. It owns nothing.
  private(set) var deadParts: [Range<UInt>] = []

  /// A thread, given by the lowest address in use on its stack and by its thread pointer. The
  /// thread pointer is 0 if it is unknown.
  typealias Thread = (stack: UInt, pointer: UInt)

  /// - Parameters:
  ///   - threads: The threads.
  ///   - map: The memory of the process.
  ///   - endOfControlBlock: A closure that receives a thread pointer, and returns the end of the
  ///     thread's control block; 0 if it is unknown.
  ///   - block: A closure that returns the index and memory of the block that contains an address.
  init(
    from threads: some Sequence<Thread>, in map: MemoryMap,
    endOfControlBlock: (UInt) -> UInt = { _ in 0 },
    block: (UInt) -> (index: Int, memory: Range<UInt>)?
  ) {
    let foreign = threads.filter { map.stack(usedFrom: $0.stack) == nil }
      .sorted { $0.stack < $1.stack }
    starts = foreign.map(\.stack)
    var mapped: [UInt: (region: MemoryMap.Region, threads: [Thread])] = [:]
    for thread in foreign {
      // If a block contains several stacks, the highest stack determines the range.
      if let (index, memory) = block(thread.stack) {
        partsOfBlocks[index] = memory.lowerBound..<thread.stack
      } else if let region = map.region(containing: thread.stack) {
        mapped[region.range.lowerBound, default: (region, [])].threads.append(thread)
      }
    }
    for (region, threads) in mapped.values.sorted(by: {
      $0.region.range.lowerBound < $1.region.range.lowerBound
    }) {
      addParts(of: region, threads, endOfControlBlock)
    }
  }

  /// Adds the parts of a region that are below the stacks in it.
  ///
  /// - Parameter threads: The threads with a stack in the region, in ascending order.
  private mutating func addParts(
    of region: MemoryMap.Region, _ threads: [Thread], _ endOfControlBlock: (UInt) -> UInt
  ) {
    var low = region.range.lowerBound
    for (index, thread) in threads.enumerated() {
      let isLast = index + 1 == threads.count
      let next = isLast ? region.range.upperBound : threads[index + 1].stack
      let isOnStack = (thread.stack..<next).contains(thread.pointer)
      let end = isOnStack ? endOfControlBlock(thread.pointer) : 0
      // The memory between two stacks is divided only if the end of the lower stack is known.
      guard end != 0 || isLast else { continue }
      if region.isGuarded && index == 0 {
        deadParts.append(low..<thread.stack)
      } else if low < thread.stack {
        otherParts.append(low..<thread.stack)
      }
      low = min(end, next)
    }
  }

  /// Finds the stacks of this process that neither the C library nor the system allocated.
  ///
  /// - Parameter endingThread: The lowest address in use on the stack of the thread that ends the
  ///   program; `nil` if there is no such thread.
  init(in map: MemoryMap, among blocks: MemoryBlocks, endingThread: UInt?) {
    self.init(
      from: StoppedThreads.all(endingThread: endingThread), in: map,
      endOfControlBlock: { lk_end_of_control_block($0) },
      block: { address in blocks.index(of: address).map { ($0, blocks.memory(of: $0)) } })
  }

  /// A Boolean value indicating whether no unused part of a stack may contain other data, for
  /// example because a guard page directly precedes each stack.
  var isEmpty: Bool { partsOfBlocks.isEmpty && otherParts.isEmpty }

  /// Returns the part of a block's memory that may be in use.
  func used(_ memory: Range<UInt>, of block: Int) -> Range<UInt> {
    guard let unused = partsOfBlocks[block] else { return memory }
    return min(unused.upperBound, memory.upperBound)..<memory.upperBound
  }
}
