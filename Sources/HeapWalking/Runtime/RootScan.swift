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
    let inUse = StoppedThreads.stacks + (stack.map { [$0] } ?? [])
    stacks = map.regions.filter(\.isStack).compactMap { region in
      inUse.filter(region.isUsed(from:)).min().map {
        max($0, region.range.lowerBound)..<region.range.upperBound
      }
    }
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
  /// - Parameter objects: Objects that no root reaches.
  /// - Complexity: O(bytes of the objects and of the memory that they lead to · log blocks).
  package func looseReferences(among objects: [Address]) -> [(from: Address, to: Address)] {
    let wanted = Set(objects.map(\.bits))
    var found: [(from: Address, to: Address)] = []
    for object in objects {
      var seen = Set<UInt>()
      var open = blocks.index(at: object.bits).map { [$0] } ?? []
      while let index = open.popLast() {
        let start = Address(blocks.starts[index])
        for offset in stride(from: 0, to: blocks.extent(of: index), by: 8) {
          let word = (start + offset).word() & Self.addressBits
          guard let target = blocks.index(of: word), !isClosed[target] else { continue }
          let address = blocks.starts[target]
          // A reference leads to an object's start; storage has addresses in itself.
          guard !blocks.isObject[target] || word & ~7 == address,
            address != start.bits || address == object.bits, seen.insert(address).inserted
          else { continue }
          if wanted.contains(address) {
            found.append((object, Address(address)))
          } else if !blocks.isObject[target], !isReached[target] {
            open.append(target)
          }
        }
      }
    }
    return found
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
      let start = Address(blocks.starts[index])
      for offset in stride(from: 0, to: blocks.extent(of: index), by: 8) {
        mark((start + offset).word())
      }
    }
  }

  /// Marks from memory that is not known to be a block: blocks in it are passed by, given
  /// back or not.
  private mutating func scan(from low: UInt, to high: UInt) {
    var place = (low + 7) & ~7
    while place < high {
      let entry = lk_table_entry(place)
      if entry != 0 {
        place += Self.piece(of: UInt(entry & lk_size_mask))
        continue
      }
      let word = Address(place).word()
      if !isLinkOfAllocator(word) { mark(word) }
      place += 8
    }
  }

  /// The bytes that glibc's allocator takes for a block, its own word included
  /// (malloc/malloc.c, "request2size"): those that the block leaves over keep what an
  /// earlier one wrote there.
  private static func piece(of size: UInt) -> UInt { max(32, (size + 8 + 15) & ~15) }

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

  /// The bits of a word that may be an address, flags removed.
  private static let addressBits: UInt = 0x00FF_FFFF_FFFF_FFFF

  private mutating func mark(_ word: UInt) {
    let address = word & Self.addressBits
    guard let first = blocks.starts.first, let last = blocks.starts.last, address >= first,
      address < last + UInt(UInt32.max), let index = blocks.index(of: address), !isReached[index]
    else { return }
    isReached[index] = true
    pending.append(index)
  }
}
