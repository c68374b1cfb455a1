/// Work that libdispatch keeps for later: the reads and writes of open channels, and the work in
/// the main queue.
///
/// Variables of libdispatch refer to this work, so the runtime retains it. If the program refers to
/// a channel, the search for roots also reaches the work through the channel.
///
/// Blocks in other queues are not included: a block in a global queue runs as soon as a thread is
/// free, and a block in a queue of the program is reached through the queue. A block in the main
/// queue, in contrast, runs only if the program runs the main queue, which it may never do.
struct DispatchWork {
  /// The tables of open channels. The entries refer to all reads and writes that have not finished,
  /// and to the handlers that run when the channels are closed.
  ///
  /// Source: `io.c` in the libdispatch repository, "_dispatch_io_fds" and "_dispatch_io_devs".
  private(set) var channels: [Range<UInt>] = []
  /// The indices, in ``MemoryBlocks``, of the records of work that run the blocks in the main
  /// queue.
  private(set) var records: [Int] = []
  /// The addresses of the blocks in the main queue.
  private(set) var waitingBlocks: [UInt] = []
  /// The addresses of all other work in the main queue, such as jobs of tasks.
  private(set) var otherWork: [UInt] = []

  /// Finds the work in the variables of libdispatch. If the program does not use libdispatch, all
  /// properties are empty.
  init(among blocks: MemoryBlocks, _ symbols: SymbolTable) {
    guard let neighbor = RuntimeSymbol.address(of: "dispatch_source_create") else { return }
    channels = ["_dispatch_io_fds", "_dispatch_io_devs"].compactMap {
      symbols.memory(ofVariable: $0, near: neighbor)
    }
    guard let queue = symbols.memory(ofVariable: "_dispatch_main_q", near: neighbor) else { return }
    var visited: Set<Int> = []
    for word in AddressWords(of: queue, in: blocks.addresses) {
      addWork(startingAt: word, among: blocks, &visited)
    }
  }

  /// Adds the work at an address, and all work that follows it in the queue.
  private mutating func addWork(
    startingAt first: UInt, among blocks: MemoryBlocks, _ visited: inout Set<Int>
  ) {
    var next = blocks.index(at: first)
    while let work = next, visited.insert(work).inserted {
      let start = Address(blocks.starts[work])
      if let block = Self.block(inRecord: work, among: blocks) {
        records.append(work)
        waitingBlocks.append(block)
      } else {
        otherWork.append(start.bits)
      }
      // Queues and sources that wait in the main queue are linked like records.
      let end = DispatchThreadLocals.nextContinuation + 8
      let hasLink = !blocks.isObject[work] && Int(blocks.sizes[work]) >= end
      next =
        hasLink ? blocks.index(at: start.word(DispatchThreadLocals.nextContinuation)) : nil
    }
  }

  /// Returns the address of the block that a record of work runs; `nil` if the memory is not a
  /// record of work, or if the record runs something else.
  static func block(inRecord record: Int, among blocks: MemoryBlocks) -> UInt? {
    guard !blocks.isObject[record],
      Int(blocks.sizes[record]) == DispatchThreadLocals.continuationSize
    else { return nil }
    let block = Address(blocks.starts[record]).word(DispatchThreadLocals.blockOfContinuation)
    guard let index = blocks.index(at: block), blocks.isObject[index],
      Address(block).address() == BlockClass.malloc
    else { return nil }
    return block
  }
}
