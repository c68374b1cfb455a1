import CRecorder
import OwnershipGraph

/// The search of this process for owners of objects: globals, stacks, registers, thread-local
/// storage and C memory.
///
/// ``ReachableMemory`` computes the reachable memory; this type provides the initial words.
///
/// Use it in a process that was forked while the other threads were stopped.
package struct RootScan {
  private let blocks: MemoryBlocks
  private let walker: HeapWalker
  private var memory: ReachableMemory<ProcessMemory>
  /// The parts of the threads' stacks that are in use and were not searched yet.
  private var stacks: [Range<UInt>] = []
  private let foreignStacks: ForeignStacks
  private var isSearchingStacks = false
  /// Memory that owns nothing, or that another search examines; ascending.
  private var ignored: [Range<UInt>]

  /// Marks the memory reachable from all roots except the stacks; for those see ``reachStacks()``.
  ///
  /// - Parameters:
  ///   - heap: All allocated objects, and their typed references.
  ///   - accounting: The part of the objects' counts that the typed references explain.
  ///   - walker: The walker that walked the heap.
  ///   - stack: The lowest address in use of the calling thread's stack; `nil` for a thread that is
  ///     not the program's.
  ///   - role: A closure that returns the effect of a block on the objects that it refers to: a
  ///     keeper's references are not followed before ``open(_:)``.
  /// - Complexity: O(memory in use + symbols of the program and its own libraries).
  package init(
    of heap: HeapSnapshot, _ accounting: HeapAccounting, walker: HeapWalker, stack: UInt?,
    role: (Address, _ size: Int, _ isObject: Bool) -> BlockRole
  ) {
    let blocks = MemoryBlocks()
    let map = MemoryMap()
    let foreignStacks = ForeignStacks(in: map, among: blocks, endingThread: stack)
    (self.blocks, self.walker, self.foreignStacks) = (blocks, walker, foreignStacks)
    ignored = DispatchThreadLocals.ranges()
    let threadLocals = ignored
    if let library = LoadedImage.ofAnalysis { ignored.append(library.range) }
    memory = ReachableMemory(
      of: heap, accounting,
      in: ProcessMemory(blocks: blocks, walker: walker, foreignStacks: foreignStacks),
      isTyped: { Self.isTyped($0, heap, walker) },
      closed: Self.sideTables(among: blocks)
        + Self.unusedContinuations(among: blocks, in: threadLocals),
      frames: blocks.taskFrames
    ) {
      role(Address(blocks.starts[$0]), Int(blocks.sizes[$0]), blocks.isObject[$0])
    }
    ignored += foreignStacks.otherParts + foreignStacks.deadParts
    reachVariables(in: map)
    for region in map.regions where !region.isStack {
      scan(from: region.range.lowerBound, to: region.range.upperBound)
    }
    memory.spread()
    stacks = StackSearch(in: map).stacks(endingThread: stack)
  }

  /// Returns whether an object has a known type. If a library frees memory with a function that the
  /// recorder does not intercept, the memory is still recorded as an object.
  private static func isTyped(
    _ object: HeapNode, _ heap: HeapSnapshot, _ walker: HeapWalker
  ) -> Bool {
    heap.strongCount(of: object) != OwnershipAccounting.unknownCount
      || walker.kind(of: Address(heap.address(of: object))) != .unknown
  }

  /// Marks the objects that global variables of known type own.
  private mutating func reachVariables(in map: MemoryMap) {
    let addresses = blocks.addresses
    let globals = GlobalVariables(
      among: addresses, in: map, walker.store.check, walker.symbols)
    for variable in globals.variables {
      for word in walker.pointers(in: variable, among: addresses) {
        memory.markUntypedMemory(word)
      }
      for word in walker.owners(in: variable, among: addresses) { memory.mark(word) }
    }
    ignored += globals.variables.map(\.memory)
    ignored.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Also marks the memory reachable from the stacks and registers.
  ///
  /// Call this after opening keepers: the stack of a thread that waits for work still contains
  /// words of the last handler that it ran.
  package mutating func reachStacks() {
    memory.beginStacks()
    isSearchingStacks = true
    for stack in stacks { scan(from: stack.lowerBound, to: stack.upperBound) }
    stacks = []
    for start in foreignStacks.starts { memory.mark(start) }
    StoppedThreads.eachWord { memory.mark($0) }
    memory.spread()
  }

  /// A Boolean value indicating whether a thread's stack is in memory whose other contents are
  /// unknown; see ``reachForeignStacks()``.
  package var hasForeignStacks: Bool { !foreignStacks.isEmpty }

  /// Also marks the memory reachable from the unused parts of stacks that the C library did not
  /// allocate. Objects that only this search reaches may have leaked. Call this after all other
  /// searches.
  package mutating func reachForeignStacks() {
    for part in foreignStacks.otherParts { markAll(from: part.lowerBound, to: part.upperBound) }
    for (block, part) in foreignStacks.partsOfBlocks where memory.isReached(block: block) {
      for word in AddressWords(of: part, in: blocks.addresses) { memory.mark(word) }
    }
    memory.spread()
  }

  /// Returns whether a word of a global variable, of C memory or of another object is the address
  /// of the object, although typed references explain all retains of the object. Typed references
  /// in objects and words of stacks do not count.
  package func isPointedTo(_ object: HeapNode) -> Bool { memory.isPointedTo(object) }

  /// The objects that a reached trigger starts, and all that these own: they are in use although
  /// references may explain all of their retains.
  package var startable: Set<HeapNode> { memory.startable }

  /// Opens the reached keepers of a kind and of the kinds before it, and marks the memory reachable
  /// from them.
  ///
  /// - Returns: Whether a keeper was opened.
  package mutating func open(_ keeper: RuntimeKeeper) -> Bool { memory.open(keeper) }
}

extension RootScan: RootReachability {
  package func isUnreached(_ object: HeapNode) -> Bool { memory.isUnreached(object) }
  package func possessions(of object: HeapNode) -> [Possession] { memory.possessions(of: object) }
  package func unmanagedPossessions(of object: HeapNode) -> [HeapNode] {
    memory.unmanagedPossessions(of: object)
  }
  package func possessions(ofMemory block: Int) -> [Possession] {
    memory.possessions(ofMemory: block)
  }
}

// Memory that owns nothing.
extension RootScan {
  /// Returns the records of finished work that libdispatch caches. They own nothing, although they
  /// still contain the addresses of their objects.
  private static func unusedContinuations(
    among blocks: MemoryBlocks, in threadLocals: [Range<UInt>]
  ) -> [Int] {
    var found: Set<Int> = []
    for range in threadLocals {
      for word in AddressWords(of: range, in: blocks.addresses) {
        var next = blocks.index(at: word)
        while let block = next, !blocks.isObject[block],
          Int(blocks.sizes[block]) == DispatchThreadLocals.continuationSize,
          found.insert(block).inserted
        {
          let link = Address(blocks.starts[block]).word(DispatchThreadLocals.nextContinuation)
          next = blocks.index(at: link)
        }
      }
    }
    return Array(found)
  }

  /// Returns the blocks that are side tables of weak references.
  private static func sideTables(among blocks: MemoryBlocks) -> [Int] {
    blocks.starts.indices.compactMap { index in
      let start = Address(blocks.starts[index])
      if blocks.isObject[index] {
        return ReferenceCounts.sideTable(of: start).flatMap { blocks.index(at: $0.bits) }
      }
      let isTable = Int(blocks.sizes[index]) == SideTable.size && SideTable.isOfFreedObject(start)
      return isTable ? index : nil
    }
  }
}

// The words of memory outside known blocks.
extension RootScan {
  /// Marks the memory reachable from memory outside blocks. Blocks in the searched range are
  /// skipped, whether freed or not.
  private mutating func scan(from low: UInt, to high: UInt) {
    var low = low
    for range in ignored where range.overlaps(low..<max(low, high)) {
      markAll(from: low, to: range.lowerBound)
      low = max(low, range.upperBound)
    }
    markAll(from: low, to: high)
  }

  private mutating func markAll(from low: UInt, to high: UInt) {
    guard low < high else { return }
    for word in AddressWords(of: low..<high, in: blocks.addresses, skipsBlocks: true)
    where !isLinkOfAllocator(word) {
      memory.mark(word)
    }
  }

  /// Returns whether the word is a link of glibc's allocator to the unused chunk after a block.
  ///
  /// The link is the address of the word before the chunk's size. The previous block may use that
  /// word as its last one (malloc/malloc.c, "boundary tags"), so lists of unused chunks look like
  /// references to the blocks before them. The link to the chunk that was split last remains when
  /// that chunk is reused. A stack contains no link to a chunk in use, so on a stack the address of
  /// a block's last word is a reference if the next chunk is in use.
  private func isLinkOfAllocator(_ word: UInt) -> Bool {
    guard word & 15 == 0, let before = blocks.index(of: word), word != blocks.starts[before]
    else { return false }
    let end = blocks.starts[before] + UInt(blocks.sizes[before])
    return end - word <= 8 && (!isSearchingStacks || blocks.index(at: word + 16) == nil)
  }
}
