import CSwiftRuntime

/// What globals, stacks, registers, thread-local storage and C memory lead to.
///
/// A conservative mark (Boehm and Weiser, 1988): every word that could be the address of a
/// block, or of a byte in one, is a reference to it, whatever its type. So what is not
/// reached has no owner indeed, while what is reached may have one. Weak references are
/// left out: the table that such a reference leads to is known by its object.
///
/// To be made in a copy of the process, made while the other threads stood still.
package struct RootScan {
  private let blocks = MemoryBlocks()
  private var isReached: [Bool]
  private var isReachedFromMemory: [Bool]
  private var isClosed: [Bool]
  private var pending: [Int] = []
  private var keepers: [RuntimeKeeper: [Int]] = [:]
  /// The parts in use of the threads' stacks, as long as they were not searched.
  private var stacks: [Range<UInt>] = []

  /// Marks from all roots but the stacks, for which see ``reachStacks()``.
  ///
  /// - Parameters:
  ///   - stack: The lowest address in use of the calling thread's stack; `nil` for a thread
  ///     that is not the program's.
  ///   - role: What a keeper refers to is not reached before ``open(_:)``; to be told of
  ///     each block whether it is an object.
  /// - Complexity: O(memory in use · log blocks).
  package init(stack: UInt?, role: (Address, _ isObject: Bool) -> BlockRole) {
    let map = MemoryMap()
    isReached = [Bool](repeating: false, count: blocks.starts.count)
    isClosed = isReached
    isReachedFromMemory = isReached
    closeSideTables()
    var running: [Int] = []
    for index in blocks.starts.indices where !isClosed[index] {
      switch role(Address(blocks.starts[index]), blocks.isObject[index]) {
      case .plain: continue
      case .runningTask: running.append(index)
      case .keeper(let keeper):
        isClosed[index] = true
        keepers[keeper, default: []].append(index)
      }
    }
    for index in blocks.taskFrames { isClosed[index] = true }
    for index in running { run(index) }
    keepers[.task, default: []] += blocks.taskFrames.filter { isClosed[$0] }
    for region in map.regions where !region.isStack {
      scan(from: region.range.lowerBound, to: region.range.upperBound)
    }
    spread()
    isReachedFromMemory = isReached
    stacks = StackSearch(in: map).stacks(endingThread: stack)
  }

  /// Marks a task that runs, and has its frames searched as any memory.
  private mutating func run(_ task: Int) {
    isReached[task] = true
    pending.append(task)
    for slab in TaskSlab.all(of: Address(blocks.starts[task])) {
      guard let block = blocks.index(at: slab.address.bits) else { continue }
      isClosed[block] = false
    }
  }

  /// Marks also from the stacks and registers.
  ///
  /// To be done after what keepers hold is told: the stack of a thread that waits for work
  /// still has words of the last handler that it ran.
  package mutating func reachStacks() {
    for stack in stacks { scan(from: stack.lowerBound, to: stack.upperBound) }
    stacks = []
    for word in StoppedThreads.words { mark(word) }
    spread()
  }

  /// Some root leads to the object.
  package func reaches(_ object: Address) -> Bool {
    blocks.index(of: object.bits).map { isReached[$0] } ?? true
  }

  /// Some global or C memory leads to the object: a root that was written to be found again,
  /// while a word on a stack may have been left by a function that has returned.
  package func reachesFromMemory(_ object: Address) -> Bool {
    blocks.index(of: object.bits).map { isReachedFromMemory[$0] } ?? true
  }

  /// The object is one of the blocks that were looked at.
  package func knows(_ object: Address) -> Bool { blocks.index(at: object.bits) != nil }

  /// Marks also what the keepers of a kind lead to, and those before them that are reached
  /// now.
  ///
  /// A timer or a source that nothing leads to was never armed, and keeps nothing. A task that
  /// nothing leads to waits for ever.
  ///
  /// - Returns: Whether there are any.
  package mutating func open(_ keeper: RuntimeKeeper) -> Bool {
    var hasOpened = false
    for kind in RuntimeKeeper.allCases where kind.rawValue <= keeper.rawValue {
      let opened = (keepers[kind] ?? []).filter {
        isClosed[$0] && (isReached[$0] || kind == .task)
      }
      hasOpened = hasOpened || !opened.isEmpty
      for index in opened {
        isClosed[index] = false
        isReached[index] = true
      }
      pending += opened
    }
    spread()
    return hasOpened
  }

  /// Marks also what some objects lead to.
  package mutating func reach(through objects: [Address]) {
    for index in objects.compactMap({ blocks.index(at: $0.bits) }) where !isReached[index] {
      isReached[index] = true
      pending.append(index)
    }
    spread()
  }

  /// The references among some objects that their types do not tell: words in bytes of
  /// unknown type, and in memory that is no object, whose owners are among them.
  ///
  /// - Parameters:
  ///   - objects: Objects that no root reaches.
  ///   - onlyOfBlocks: Only what C blocks have captured, which they own.
  /// - Complexity: O(bytes of the objects and of the memory that they lead to).
  package func looseReferences(
    among objects: [Address], onlyOfBlocks: Bool = false
  ) -> [(from: Address, to: Address)] {
    let wanted = Set(objects.map(\.bits))
    var found: [(from: Address, to: Address)] = []
    for object in objects {
      var seen = Set<UInt>()
      var open = blocks.index(at: object.bits).map { [$0] } ?? []
      while let index = open.popLast() {
        let start = blocks.starts[index]
        let owns = !onlyOfBlocks || isBlock(index)
        for flagged in AddressWords(of: blocks.memory(of: index), in: blocks.addresses) {
          let word = flagged & lk_unflagged
          guard let target = blocks.index(of: word), !isClosed[target] else { continue }
          let address = blocks.starts[target]
          // A reference leads to an object's start; storage has addresses in itself.
          guard !blocks.isObject[target] || word & ~7 == address,
            address != start || address == object.bits
          else { continue }
          let isWanted = wanted.contains(address)
          guard owns || !isWanted, seen.insert(address).inserted else { continue }
          if isWanted {
            found.append((object, Address(address)))
          } else if !blocks.isObject[target], !isReached[target] {
            open.append(target)
          }
        }
      }
    }
    return found
  }

  private func isBlock(_ index: Int) -> Bool {
    guard !blocks.isObject[index], blocks.sizes[index] >= 8, let malloc = BlockClass.malloc
    else { return false }
    return Address(blocks.starts[index]).word() == malloc.bits
  }

  /// The tables of weak references are no owners.
  private mutating func closeSideTables() {
    for index in blocks.starts.indices where blocks.isObject[index] {
      let table = ReferenceCounts.sideTable(of: Address(blocks.starts[index]))
      guard let table, let block = blocks.index(at: table.bits) else { continue }
      isClosed[block] = true
    }
  }

  private mutating func spread() {
    while let index = pending.popLast() {
      guard !isClosed[index] else { continue }
      for word in AddressWords(of: blocks.memory(of: index), in: blocks.addresses) { mark(word) }
    }
  }

  /// Marks from memory that is not known to be a block: blocks in it are passed by, given
  /// back or not.
  private mutating func scan(from low: UInt, to high: UInt) {
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

  private mutating func mark(_ word: UInt) {
    guard let index = blocks.index(of: word & lk_unflagged), !isReached[index] else { return }
    isReached[index] = true
    pending.append(index)
  }
}
