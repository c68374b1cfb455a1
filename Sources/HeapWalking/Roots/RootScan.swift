import CRecorder
import OwnershipGraph

/// The search of this process for owners of objects: globals, stacks, registers, thread-local
/// storage, results of threads that wait to be joined, and C memory.
///
/// This type provides the words with which the search starts; ``ReachableMemory`` computes the
/// memory that they reach.
///
/// Use this type in a process that was forked while the other threads were stopped.
package struct RootScan {
  private let blocks: MemoryBlocks
  private let walker: HeapWalker
  private var memory: ReachableMemory<ProcessMemory>
  /// The parts of the threads' stacks that are in use and have not been searched yet.
  private var stacks: [Range<UInt>] = []
  private let foreignStacks: ForeignStacks
  /// The lowest address in use on the stack of the thread that ends the program.
  private let endingThread: UInt?
  private var isSearchingStacks = false
  /// A Boolean value indicating whether the variables of ``programImages`` are being searched.
  private var isSearchingProgram = false
  /// The address ranges of the loaded images other than the C library; empty if the C library is
  /// linked into the program.
  private let programImages: [Range<UInt>]
  /// A Boolean value indicating whether addresses of libdispatch's records of work are ignored.
  private var ignoresRecords = false
  /// The indices of libdispatch's cached records of finished work; see
  /// ``unusedContinuations(among:in:)``.
  private let cachedRecords: Set<Int>
  /// Memory that owns nothing or that another search examines, in ascending order.
  private var ignored: [Range<UInt>]
  /// For each kind of keeper that is not a block of memory of its own, the addresses that
  /// libdispatch stores for it. They are marked when ``open(_:)`` is called with this kind.
  private var wordsOfKeepers: [RuntimeKeeper: [UInt]] = [:]

  /// Marks the memory reachable from all roots except the stacks, the registers and the pthread
  /// keys, which ``reachStacks()`` searches.
  ///
  /// - Parameters:
  ///   - heap: All allocated objects, and their typed references.
  ///   - accounting: The part of the objects' counts that the typed references explain.
  ///   - walker: The walker that walked the heap.
  ///   - stack: The lowest address in use on the calling thread's stack; `nil` if the calling
  ///     thread is not a thread of the program.
  ///   - role: A closure that returns a block's role in this search. The references of a keeper
  ///     (see ``RuntimeKeeper``) are followed only after ``open(_:)``.
  /// - Complexity: O(memory in use + symbols of the program and its own libraries).
  package init(
    of heap: HeapSnapshot, _ accounting: HeapAccounting, walker: HeapWalker, stack: UInt?,
    role: (Address, _ size: Int, _ isObject: Bool) -> MemoryBlockRole
  ) {
    let blocks = MemoryBlocks()
    let map = MemoryMap(includingGuards: true)
    let foreignStacks = ForeignStacks(in: map, among: blocks, endingThread: stack)
    let work = DispatchWork(among: blocks, walker.symbols)
    (self.blocks, self.walker, self.foreignStacks) = (blocks, walker, foreignStacks)
    endingThread = stack
    let images = LoadedImage.all()
    let others = images.filter { !$0.isCLibrary }
    programImages = others.count < images.count ? others.map(\.range) : []
    ignored = DispatchThreadLocals.ranges()
    let threadLocals = ignored
    if let library = LoadedImage.ofAnalysis { ignored.append(library.range) }
    cachedRecords = Set(Self.unusedContinuations(among: blocks, in: threadLocals))
    memory = ReachableMemory(
      of: heap, accounting,
      in: ProcessMemory(blocks: blocks, walker: walker, foreignStacks: foreignStacks),
      isTyped: { Self.isTyped($0, heap, walker) },
      closed: Self.sideTables(among: blocks)
        + cachedRecords + work.records,
      frames: blocks.taskFrames
    ) {
      role(Address(blocks.starts[$0]), Int(blocks.sizes[$0]), blocks.isObject[$0])
    }
    ignored += foreignStacks.otherParts + foreignStacks.deadParts + work.channels
    wordsOfKeepers[.dispatchChannel] = work.channels.flatMap {
      AddressWords(of: $0, in: blocks.addresses)
    }
    wordsOfKeepers[.mainQueueBlock] = work.waitingBlocks
    reachVariables(in: map)
    for region in map.regions where !region.isStack {
      scan(region.range, kind: region.isShared ? .sharedRegion : .region)
    }
    for word in work.otherWork + StoppedThreads.resultsOfEndedThreads { memory.mark(word) }
    memory.spread()
    decideTasks()
    stacks = StackSearch(in: map, among: blocks).stacks(endingThread: stack)
  }

  /// Marks the awaited tasks that need a continuation, and that something can resume. In a copy of
  /// the search, all keepers are opened in order to see which of these tasks they reach.
  private mutating func decideTasks() {
    guard !memory.undecidedTasks.isEmpty else { return }
    var trial = memory
    for word in wordsOfKeepers.values.joined() { trial.mark(word) }
    _ = trial.open(.task)
    memory.decideTasks { !trial.isReached(block: $0) }
  }

  /// Returns whether memory that is recorded as an object still contains an object. If a library
  /// frees an object with a function that the recorder does not intercept, the record stays.
  private static func isTyped(
    _ object: HeapNode, _ heap: HeapSnapshot, _ walker: HeapWalker
  ) -> Bool {
    heap.strongCount(of: object) != OwnershipAccounting.unknownCount
      || walker.kind(of: Address(heap.address(of: object))) != .unknown
  }

  /// Marks the objects and the C memory that global variables of known types own. From then on, the
  /// memory of these variables is ignored.
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

  /// Also marks the memory reachable from the stacks, the registers and the pthread keys.
  ///
  /// Call this after ``open(_:)``, because the stack of a thread that waits for work still contains
  /// words of the last handler that the thread ran.
  package mutating func reachStacks() {
    memory.beginStacks()
    isSearchingStacks = true
    let isEnding = { [endingThread] (stack: Range<UInt>) in
      endingThread.map(stack.contains) == true
    }
    for stack in stacks where isEnding(stack) { scan(stack: stack) }
    memory.spread()
    memory.isReachingCode = true
    defer { memory.isReachingCode = false }
    for stack in stacks where !isEnding(stack) { scan(stack: stack) }
    for start in foreignStacks.starts { memory.markStackWord(start) }
    StoppedThreads.eachWord { memory.markStackWord($0) }
    reachWorkingThreads()
    stacks = []
    memory.spread()
    decideTasks()
  }

  /// Returns those of the given objects that a stack, a register or a pthread key keeps alive, even
  /// without the keepers that ``open(_:)`` has opened. After ``reachStacks()``, the result is
  /// empty, because the search has already reached everything that stacks keep alive.
  ///
  /// - Parameters:
  ///   - objects: Objects that keepers reach.
  ///   - closed: The search before the keepers were opened.
  /// - Complexity: O(memory reachable from the stacks + memory that only keepers reach).
  package func retainedByStacks(
    _ objects: [HeapNode], beforeOpening closed: RootScan
  ) -> Set<HeapNode> {
    guard !stacks.isEmpty else { return [] }
    var trial = closed
    trial.memory.ignoreOnStacks(
      memory.memoryOfKeepers(
        openedSince: closed.memory, storedIn: closed.wordsOfKeepers.values.joined()))
    trial.reachStacks()
    return Set(objects.filter { !trial.isUnreached($0) })
  }

  /// Marks the objects that a thread was using when it was stopped, even if references explain all
  /// of their retains: optimized code may use an object without a retain of its own, while a
  /// reference in another object keeps it alive.
  ///
  /// Only the registers and the youngest frames are examined. Before a call of a function whose
  /// effects the optimizer cannot determine, the code retains the objects that it uses later.
  private mutating func reachWorkingThreads() {
    StoppedThreads.eachWorkingThread(endingThread: endingThread) { registers, start in
      for word in registers {
        memory.markInUse(word)
        reachWork(ofCachedRecord: word)
      }
      guard let stack = stacks.first(where: { $0.contains(start) }) else { return }
      let young = start..<min(start + Self.youngFrames, stack.upperBound)
      for word in AddressWords(of: young, in: blocks.addresses) { memory.markInUse(word) }
    }
  }

  /// Marks the work whose record is in a register, if a thread has cached the record. libdispatch
  /// caches the record of a piece of work before it reads the address of the work from the record.
  private mutating func reachWork(ofCachedRecord word: UInt) {
    guard let record = blocks.index(at: word), cachedRecords.contains(record),
      blocks.starts[record] == word
    else { return }
    memory.markStackWord(Address(word).word(DispatchThreadLocals.blockOfContinuation))
  }

  /// Also marks objects that can resume a suspended task, and operations in queues, if the program
  /// can still use them; see ``ReachableMemory/reachWaitingObjects()``. Call this after
  /// ``reachStacks()``.
  package mutating func reachWaitingObjects() { memory.reachWaitingObjects() }

  /// A Boolean value indicating whether the memory that contains a thread's stack may contain
  /// other, unknown data; see ``reachForeignStacks()``.
  package var hasForeignStacks: Bool { !foreignStacks.isEmpty }

  /// Also marks the memory reachable from the unused parts of ``ForeignStacks``. Stacks with a
  /// guard page are skipped, because their unused parts own nothing. Objects that only this search
  /// reaches may have leaked. Call this after all other searches.
  package mutating func reachForeignStacks() {
    for part in foreignStacks.otherParts {
      markAll(from: part.lowerBound, to: part.upperBound, .region)
    }
    for (block, part) in foreignStacks.partsOfBlocks where memory.isReached(block: block) {
      for word in AddressWords(of: part, in: blocks.addresses) { memory.mark(word) }
    }
    memory.spread()
  }

  /// Returns whether the search found the address of the object in a global variable, in C memory
  /// or in another object before it reached the object. Typed references in objects do not count,
  /// and neither do words of stacks. The result is `false` for a task, and for an object with a
  /// retain that no typed reference explains.
  package func isPointedTo(_ object: HeapNode) -> Bool { memory.isPointedTo(object) }

  /// The objects that a reached ``MemoryBlockRole/trigger`` can start, the operations that
  /// ``reachWaitingObjects()`` has marked, the objects that a thread was using when it was stopped,
  /// and all objects that these own. All of them are in use even if references explain all of their
  /// retains.
  package var inUse: Set<HeapNode> { memory.inUse }

  /// The objects in ``inUse`` that are in use only because a thread was using them when it was
  /// stopped. The words in its registers and youngest frames may be stale, so these objects may
  /// have leaked.
  package var inUseByThreads: Set<HeapNode> { memory.inUseByThreads }

  /// Follows the references of all reached keepers whose kind is `keeper` or an earlier case of
  /// ``RuntimeKeeper``, and marks the memory that they reach.
  ///
  /// - Returns: Whether a keeper was opened, or libdispatch stores addresses for `keeper`.
  package mutating func open(_ keeper: RuntimeKeeper) -> Bool {
    let words = wordsOfKeepers.removeValue(forKey: keeper) ?? []
    for word in words { memory.mark(word) }
    return memory.open(keeper) || !words.isEmpty
  }
}

extension RootScan: RootReachability {
  package func isUnreached(_ object: HeapNode) -> Bool { memory.isUnreached(object) }
  package func possibleTargets(of object: HeapNode) -> [PossibleTarget] {
    memory.possibleTargets(of: object)
  }
  package func possibleUnmanagedTargets(of object: HeapNode) -> [HeapNode] {
    memory.possibleUnmanagedTargets(of: object)
  }
  package func possibleTargets(ofMemory block: Int) -> [PossibleTarget] {
    memory.possibleTargets(ofMemory: block)
  }
}

// Memory that owns nothing.
extension RootScan {
  /// Returns the blocks of libdispatch's cached records of finished work. The records own nothing,
  /// although they still contain addresses of objects that the work used.
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
          let record = Address(blocks.starts[block])
          next = blocks.index(at: record.word(DispatchThreadLocals.nextContinuation)).flatMap {
            DispatchThreadLocals.isCached(Address(blocks.starts[$0]), after: record) ? $0 : nil
          }
        }
      }
    }
    return Array(found)
  }

  /// Returns the blocks that are side tables of objects, including freed objects.
  private static func sideTables(among blocks: MemoryBlocks) -> [Int] {
    blocks.starts.indices.compactMap { index in
      let start = Address(blocks.starts[index])
      if blocks.isObject[index] {
        return ReferenceCounts.sideTable(of: start).flatMap { blocks.index(at: $0.bits) }
      }
      let isTable =
        Int(blocks.sizes[index]) == SideTable.size && SideTable.belongsToFreedObject(start)
      return isTable ? index : nil
    }
  }
}

// The words of memory outside known blocks.
extension RootScan {
  /// Marks the blocks that the words in a range of addresses may own; ``ReachableMemory/spread()``
  /// marks the memory that these blocks own. Ignored memory is skipped, and so are blocks
  /// (allocated or freed) unless `kind` is `.part`.
  private mutating func scan(_ region: Range<UInt>, kind: AddressWords.Kind) {
    var low = region.lowerBound
    let high = region.upperBound
    isSearchingProgram = programImages.contains { $0.contains(low) }
    for range in ignored where range.overlaps(low..<max(low, high)) {
      markAll(from: low, to: range.lowerBound, kind)
      low = max(low, range.upperBound)
    }
    markAll(from: low, to: high, kind)
  }

  /// The number of bytes at the lower end of a stack's used part that are assumed to belong to the
  /// innermost calls of the thread.
  private static let youngFrames: UInt = 512

  /// Marks the memory reachable from a stack. In the frames of older calls, the addresses of
  /// records of work are ignored: while libdispatch runs a block, its frames contain the address of
  /// the block's record, which may be in use for other work by then. A call that adds work to a
  /// queue may be the only owner of a record, but such a call does not call other code, so its
  /// frame is not one of the older ones.
  ///
  /// A stack contains no blocks, so no words are skipped. The allocation table may have entries of
  /// freed blocks at the addresses of a stack, because the allocator returns memory to the system
  /// without a call that is recorded.
  ///
  /// Source: `_dispatch_continuation_invoke_inline` in `inline_internal.h` of libdispatch.
  private mutating func scan(stack: Range<UInt>) {
    // A thread that ends the program adds no work.
    let young = endingThread.map(stack.contains) == true ? 0 : Self.youngFrames
    let middle = min(stack.lowerBound + young, stack.upperBound)
    scan(stack.lowerBound..<middle, kind: .part)
    ignoresRecords = true
    scan(middle..<stack.upperBound, kind: .part)
    ignoresRecords = false
  }

  private func isRecord(_ word: UInt) -> Bool {
    blocks.index(at: word).flatMap { DispatchWork.block(inRecord: $0, among: blocks) } != nil
  }

  private mutating func markAll(from low: UInt, to high: UInt, _ kind: AddressWords.Kind) {
    guard low < high else { return }
    for word in AddressWords(of: low..<high, in: blocks.addresses, kind: kind)
    where !isLinkOfAllocator(word) && !(ignoresRecords && isRecord(word)) {
      if isSearchingStacks { memory.markStackWord(word) } else { memory.mark(word) }
    }
  }

  /// Returns whether the word is a link in one of the lists of unused chunks of glibc's allocator.
  ///
  /// A link to an unused chunk is the address of the chunk's first word. That word may also be the
  /// last word of the preceding block (malloc/malloc.c, "boundary tags"), so the link looks like a
  /// reference to that block.
  ///
  /// A program's pointer to the last word of a block, or past its end, may have the same value. The
  /// allocator stores its links in its own variables and in memory outside images. A word of the
  /// program's variables is therefore no link. A word of a stack may be a stale link, but the
  /// result for it is `false`: like any other word of a stack, it is a possible owner.
  private func isLinkOfAllocator(_ word: UInt) -> Bool {
    guard !isSearchingProgram, !isSearchingStacks, word & 15 == 0,
      let before = blocks.index(of: word), word != blocks.starts[before]
    else { return false }
    return blocks.starts[before] + UInt(blocks.sizes[before]) - word <= 8
  }
}
