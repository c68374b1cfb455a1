import CRecorder
package import OwnershipGraph

/// What globals, stacks, registers, thread-local storage and C memory keep alive.
///
/// Objects own what their types say: a walk has found those references. A word of memory
/// without a type is a *possible* owner, as in a conservative collector (Boehm and Weiser,
/// 1988), but only of an object with a retain that no typed reference explains. So what is
/// not reached has no owner, what is reached may have one, and an object whose retains are all
/// explained is kept by those who explain them and by nothing else.
///
/// To be made in a copy of the process, made while the other threads stood still.
package struct RootScan {
  let heap: HeapSnapshot
  let blocks: MemoryBlocks
  private let walker: HeapWalker
  /// For each object the retains that typed references leave unexplained.
  private let unexplained: [UInt32]
  /// For each block the object in it, -1 for memory without a type.
  private let objectIn: [Int32]
  /// For each object its block, -1 for one that was not allocated.
  private let blockOf: [Int32]
  private var isReached: [Bool]
  private var isPointedTo: [Bool]
  private var isClosed: [Bool]
  private var isTask: [Bool]
  private var pending: [Int] = []
  private var keepers: [RuntimeKeeper: [Int]] = [:]
  /// The parts in use of the threads' stacks, as long as they were not searched.
  private var stacks: [Range<UInt>] = []
  private var isSearchingStacks = false
  /// Memory that owns nothing, or of which another search tells what it owns; ascending.
  private var ignored = DispatchThreadLocals.ranges()

  /// Marks from all roots but the stacks, for which see ``reachStacks()``.
  ///
  /// - Parameters:
  ///   - heap: All objects that were allocated, and the references that types tell.
  ///   - accounting: What of their counts those references explain.
  ///   - walker: The one that has walked the heap.
  ///   - stack: The lowest address in use of the calling thread's stack; `nil` for a thread
  ///     that is not the program's.
  ///   - role: What a block does for what it refers to: a keeper's references are not
  ///     followed before ``open(_:)``.
  /// - Complexity: O(memory in use · log blocks).
  package init(
    of heap: HeapSnapshot, _ accounting: OwnershipAccounting, walker: HeapWalker, stack: UInt?,
    role: (Address, _ isObject: Bool) -> BlockRole
  ) {
    self.heap = heap
    self.walker = walker
    let blocks = MemoryBlocks()
    self.blocks = blocks
    unexplained = accounting.unexplainedOwners
    var blockOf = [Int32](repeating: -1, count: heap.addresses.count)
    var objectIn = [Int32](repeating: -1, count: blocks.starts.count)
    for (node, address) in heap.addresses.enumerated() {
      guard let block = blocks.index(at: address), Self.isTyped(node, heap, walker) else {
        continue
      }
      blockOf[node] = Int32(block)
      objectIn[block] = Int32(node)
    }
    (self.blockOf, self.objectIn) = (blockOf, objectIn)
    isReached = [Bool](repeating: false, count: blocks.starts.count)
    isPointedTo = isReached
    isClosed = isReached
    isTask = isReached
    closeSideTables()
    closeUnusedContinuations()
    assignRoles(role)
    reachUncounted(accounting)
    let map = MemoryMap()
    reachVariables(in: map)
    for region in map.regions where !region.isStack {
      scan(from: region.range.lowerBound, to: region.range.upperBound)
    }
    spread()
    stacks = StackSearch(in: map).stacks(endingThread: stack)
  }

  /// What the record calls an object may be memory that a library freed past the recorder.
  private static func isTyped(
    _ node: Int, _ heap: HeapSnapshot, _ walker: HeapWalker
  ) -> Bool {
    heap.strongCounts[node] != OwnershipAccounting.unknownCount
      || walker.kind(of: Address(heap.addresses[node])) != .unknown
  }

  private mutating func assignRoles(_ role: (Address, _ isObject: Bool) -> BlockRole) {
    var running: [Int] = []
    for index in blocks.starts.indices where !isClosed[index] {
      switch role(Address(blocks.starts[index]), blocks.isObject[index]) {
      case .plain: continue
      case .runningTask: running.append(index)
      case .keeper(let keeper):
        isClosed[index] = true
        isTask[index] = keeper == .task
        keepers[keeper, default: []].append(index)
      }
    }
    for index in blocks.taskFrames { isClosed[index] = true }
    for index in running {
      reach(index)
      openFrames(ofTaskIn: index)
    }
  }

  /// Marks what counts say nothing about: objects that are never freed, those that were not
  /// allocated, and those with fewer retains than references.
  private mutating func reachUncounted(_ accounting: OwnershipAccounting) {
    for node in heap.addresses.indices {
      if blockOf[node] < 0 {
        for target in heap.references[node] { reach(object: Int(target)) }
      } else if heap.strongCounts[node] == OwnershipAccounting.unknownCount {
        reach(object: node)
      }
    }
    for node in accounting.inconsistent { reach(object: node) }
  }

  /// Marks what global variables of known type own.
  private mutating func reachVariables(in map: MemoryMap) {
    let addresses = blocks.addresses
    let globals = GlobalVariables(
      among: addresses, in: map, walker.store.check, walker.symbols)
    for variable in globals.variables {
      for word in AddressWords(of: variable.memory, in: addresses) {
        guard let block = blocks.index(of: word & lk_unflagged), objectIn[block] < 0 else {
          continue
        }
        reach(block)
      }
      for word in walker.owners(in: variable, among: addresses) { mark(word) }
    }
    ignored += globals.variables.map(\.memory)
    ignored.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Marks also from the stacks and registers.
  ///
  /// To be done after what keepers hold is known: the stack of a thread that waits for work
  /// still has words of the last handler that it ran.
  package mutating func reachStacks() {
    isSearchingStacks = true
    for stack in stacks { scan(from: stack.lowerBound, to: stack.upperBound) }
    stacks = []
    StoppedThreads.eachWord { mark($0) }
    spread()
  }

  /// Neither a root nor a keeper that was opened keeps the object alive.
  ///
  /// - Parameter object: Its node in the heap. An object that was not allocated is reached.
  package func isUnreached(_ object: Int) -> Bool {
    blockOf[object] >= 0 && !isReached[Int(blockOf[object])]
  }

  /// A word of a global or of C memory is the address of the object, though references that
  /// types tell explain all of its retains.
  package func isPointedTo(_ object: Int) -> Bool {
    blockOf[object] >= 0 && isPointedTo[Int(blockOf[object])]
  }

  /// Marks also what the keepers of a kind lead to, and those before them that are reached
  /// now.
  ///
  /// A timer or a source that is not reached was never armed, and keeps nothing. Nothing can
  /// resume a task that is not reached.
  ///
  /// - Returns: Whether there are any.
  package mutating func open(_ keeper: RuntimeKeeper) -> Bool {
    var hasOpened = false
    while openReached(upTo: keeper) { hasOpened = true }
    return hasOpened
  }

  private mutating func openReached(upTo last: RuntimeKeeper) -> Bool {
    var hasOpened = false
    for keeper in RuntimeKeeper.allCases where keeper.rawValue <= last.rawValue {
      for index in keepers[keeper] ?? [] where isClosed[index] && isReached[index] {
        hasOpened = true
        isClosed[index] = false
        pending.append(index)
        if keeper == .task { openFrames(ofTaskIn: index) }
      }
    }
    spread()
    return hasOpened
  }

  /// Marks the frames of a task, and has them searched as any memory.
  private mutating func openFrames(ofTaskIn block: Int) {
    for slab in TaskSlab.all(of: Address(blocks.starts[block])) {
      guard let frames = blocks.index(at: slab.address.bits) else { continue }
      isClosed[frames] = false
      reach(frames)
    }
  }

  /// The records of finished work that libdispatch keeps for later own nothing, though what an
  /// earlier one noted still stands in them.
  private mutating func closeUnusedContinuations() {
    for range in ignored {
      for word in AddressWords(of: range, in: blocks.addresses) {
        var next = blocks.index(at: word)
        while let block = next, !isClosed[block], !blocks.isObject[block],
          Int(blocks.sizes[block]) == DispatchThreadLocals.continuationSize
        {
          isClosed[block] = true
          let link = Address(blocks.starts[block]).word(DispatchThreadLocals.nextContinuation)
          next = blocks.index(at: link)
        }
      }
    }
  }

  /// The tables of weak references are no owners.
  private mutating func closeSideTables() {
    for index in blocks.starts.indices {
      let start = Address(blocks.starts[index])
      if blocks.isObject[index] {
        let table = ReferenceCounts.sideTable(of: start)
        guard let table, let block = blocks.index(at: table.bits) else { continue }
        isClosed[block] = true
      } else if Int(blocks.sizes[index]) == SideTable.size, SideTable.isOfFreedObject(start) {
        isClosed[index] = true
      }
    }
  }
}

// Marking.
extension RootScan {
  private mutating func reach(_ block: Int) {
    guard !isReached[block] else { return }
    isReached[block] = true
    pending.append(block)
  }

  private mutating func reach(object node: Int) {
    if blockOf[node] >= 0 { reach(Int(blockOf[node])) }
  }

  private mutating func spread() {
    while let block = pending.popLast() {
      guard !isClosed[block] else { continue }
      if objectIn[block] < 0 {
        for word in AddressWords(of: blocks.memory(of: block), in: blocks.addresses) { mark(word) }
      } else {
        spread(from: Int(objectIn[block]), in: block)
      }
    }
  }

  /// Marks what an object owns: what its types tell, the C memory that it has the address of,
  /// and objects that it may have retained by hand.
  private mutating func spread(from node: Int, in block: Int) {
    // What a destroyed object had is given back. One that is being destroyed is on a stack.
    if heap.strongCounts[node] == 0, !isSearchingStacks { return }
    for target in heap.references[node] { reach(object: Int(target)) }
    var mayOwnObjects = false
    for word in AddressWords(of: blocks.memory(of: block), in: blocks.addresses) {
      guard let target = blocks.index(of: word & lk_unflagged), !isReached[target] else { continue }
      if objectIn[target] < 0 || isTask[target] {
        reach(target)
      } else {
        mayOwnObjects = mayOwnObjects || unexplained[Int(objectIn[target])] > 0
      }
    }
    guard mayOwnObjects else { return }
    let words = walker.possibleOwners(in: Address(heap.addresses[node]), among: blocks.addresses)
    for word in words { mark(word) }
  }

  /// Marks from memory that is not known to be a block: blocks in it are skipped, freed or not.
  private mutating func scan(from low: UInt, to high: UInt) {
    var low = low
    for range in ignored where range.overlaps(low..<max(low, high)) {
      markAll(from: low, to: range.lowerBound)
      low = range.upperBound
    }
    markAll(from: low, to: high)
  }

  private mutating func markAll(from low: UInt, to high: UInt) {
    guard low < high else { return }
    for word in AddressWords(of: low..<high, in: blocks.addresses, passesBlocks: true)
    where !isLinkOfAllocator(word) {
      mark(word)
    }
  }

  /// The word is what glibc's allocator notes of the unused piece behind a block.
  ///
  /// It names a piece of memory by the word before its size, and that word is the last one
  /// of the block before if that needs it (malloc/malloc.c, "boundary tags"). So lists of
  /// unused pieces look like references to the blocks before them.
  private func isLinkOfAllocator(_ word: UInt) -> Bool {
    guard word & 15 == 0, let before = blocks.index(of: word), word != blocks.starts[before]
    else { return false }
    let end = blocks.starts[before] + UInt(blocks.sizes[before])
    return end - word <= 8 && blocks.index(at: word + 16) == nil
  }

  /// Marks what a word of memory without a type may own.
  private mutating func mark(_ word: UInt) {
    guard let block = blocks.index(of: word & lk_unflagged), !isReached[block] else { return }
    guard objectIn[block] < 0 || isTask[block] || unexplained[Int(objectIn[block])] > 0 else {
      if !isSearchingStacks, word & lk_unflagged == blocks.starts[block] {
        isPointedTo[block] = true
      }
      return
    }
    reach(block)
  }
}

// Handlers in C memory.
extension RootScan {
  /// For each object the addresses of the blocks in C memory that contain its address, ascending:
  /// handlers of dispatch sources and delayed blocks.
  ///
  /// - Complexity: O(blocks of memory + size of those that are blocks of the blocks runtime).
  package func blocksRetainingObjects() -> [Int: [UInt]] {
    guard let isa = BlockClass.malloc else { return [:] }
    var found: [Int: [UInt]] = [:]
    for block in blocks.starts.indices where objectIn[block] < 0 && isReached[block] {
      guard Address(blocks.starts[block]).word() == isa.bits else { continue }
      for word in AddressWords(of: blocks.memory(of: block), in: blocks.addresses) {
        guard let target = blocks.index(of: word), objectIn[target] >= 0 else { continue }
        let object = Int(objectIn[target])
        if found[object]?.last != blocks.starts[block] {
          found[object, default: []].append(blocks.starts[block])
        }
      }
    }
    return found
  }
}

// References among what is not reached.
extension RootScan {
  /// What a word of untyped memory may own.
  package enum Possession: Hashable {
    /// An object, by its node in the heap.
    case object(Int)
    /// Memory without a type, by its block.
    case memory(Int)
  }

  /// What an object that is not reached may own beside what its types tell: one entry for each
  /// word.
  ///
  /// A word that is the address of a suspended task can resume it, whatever its type.
  package func possessions(of object: Int) -> [Possession] {
    let block = Int(blockOf[object])
    var found: [Possession] = []
    var mayOwnObjects = heap.strongCounts[object] != 0
    for word in AddressWords(of: blocks.memory(of: block), in: blocks.addresses) {
      guard let target = blocks.index(of: word & lk_unflagged), target != block else { continue }
      if objectIn[target] < 0 {
        if isFreeMemory(target) { found.append(.memory(target)) }
      } else if isTask[target], !isReached[target] {
        found.append(.object(Int(objectIn[target])))
      } else {
        mayOwnObjects = true
      }
    }
    guard mayOwnObjects || isTask[block] else { return found }
    for word in walker.possibleOwners(in: Address(heap.addresses[object]), among: blocks.addresses)
    {
      guard let possession = possession(word) else { continue }
      switch possession {
      case .object(let node): if !isTask[Int(blockOf[node])] { found.append(possession) }
      case .memory(let memory): if isTask[block], memory != block { found.append(possession) }
      }
    }
    return found
  }

  /// What memory that is no object may own: one entry for each word.
  package func possessions(ofMemory block: Int) -> [Possession] {
    AddressWords(of: blocks.memory(of: block), in: blocks.addresses).compactMap(possession)
      .filter { $0 != .memory(block) }
  }

  private func possession(_ word: UInt) -> Possession? {
    guard let target = blocks.index(of: word & lk_unflagged), !isReached[target] else { return nil }
    guard objectIn[target] >= 0 else { return isFreeMemory(target) ? .memory(target) : nil }
    // A reference leads to an object's start; storage has addresses in itself.
    let node = Int(objectIn[target])
    guard word & lk_unflagged & ~7 == blocks.starts[target],
      unexplained[node] > 0 || isTask[target]
    else { return nil }
    return .object(node)
  }

  /// Memory without a type that is neither reached nor known to own nothing.
  private func isFreeMemory(_ block: Int) -> Bool { !isReached[block] && !isClosed[block] }
}
