/// The memory that is searched for owners of objects: the allocated blocks, and the words in them.
///
/// Blocks are numbered in ascending order of address. Words are returned as they are stored. If a
/// word is a reference, its high and low bits may contain flags.
protocol SearchedMemory {
  associatedtype Words: Sequence<UInt>

  var blockCount: Int { get }
  func start(of block: Int) -> UInt
  /// Returns the block to which a pointer with the value `address` refers; see
  /// ``MemoryBlocks/index(of:)``.
  func block(containing address: UInt) -> Int?
  /// Returns those words of a block that may be addresses of blocks.
  func words(of block: Int) -> Words
  /// Returns those words of an object that may own another object, although the types of the words
  /// do not show this; see ``PossibleOwnerVisitor``.
  func possibleOwners(in object: UInt) -> [UInt]
  /// Returns the words in ``possibleOwners(in:)`` that are `Unmanaged` values or raw pointers.
  func unmanagedWords(in object: UInt) -> [UInt]
  /// Returns those words of an object that may be addresses of C memory, or `nil` if every word has
  /// to be treated as a possible address; see ``PointerVisitor``.
  func pointers(in object: UInt) -> [UInt]?
  /// Returns the address of the side table to which weak references to an object refer; `nil` if
  /// the object has none.
  func sideTable(of object: UInt) -> UInt?
  /// Returns whether an object is an operation of the program that is in a queue.
  func isQueuedOperation(_ object: UInt) -> Bool
  /// Returns whether an object is the context of a closure.
  func isClosure(_ object: UInt) -> Bool
  /// Returns whether an object is the context of a function value that `owner` stores.
  func isContext(_ object: UInt, ofFunctionIn owner: UInt) -> Bool
  /// Returns whether an object is the storage of an `AsyncStream` or `AsyncThrowingStream`.
  func isStream(_ object: UInt) -> Bool
  /// Returns the targets of an object's unowned references.
  func unownedTargets(in object: UInt) -> [UInt]
  /// Returns an object's ``ReferenceCounts/unowned``.
  func unownedCount(of object: UInt) -> Int
  /// Returns the blocks of the work that a trigger can start; see ``MemoryBlockRole/trigger``.
  func work(startedBy trigger: Int) -> [Int]
  /// Returns the block of the object that a run loop stores for the timer in `block`. The timer
  /// refers to this object as well. Returns `nil` if the object is unknown.
  func registration(ofTimerIn block: Int) -> Int?
  /// Returns the block of the dispatch source whose internal part is in `block`; `nil` if the block
  /// contains no such part. The internal part contains the handlers, which may use the source.
  func source(ofPartIn block: Int) -> Int?
  /// Returns the blocks that contain frames of the task in `block`, or of its child tasks that are
  /// stored among its frames.
  func frames(ofTaskIn block: Int) -> [Int]
  /// Returns those blocks of ``frames(ofTaskIn:)`` that contain only frames of child tasks.
  func framesOfChildren(ofTaskIn block: Int) -> [Int]
  /// Returns the addresses of the words in a task's frames that refer to children in task groups.
  func groupLinks(ofTaskIn block: Int) -> [UInt]
  /// Returns the addresses of those children in a task's groups for which
  /// ``needsContinuation(taskIn:)`` is `true`.
  func waitingChildren(ofTaskIn block: Int) -> [UInt]
  /// Returns the words of a block, except those at the given addresses.
  func words(of block: Int, excluding addresses: [UInt]) -> [UInt]
  /// Returns whether the task in `block` is a child in a task group, and can continue only after a
  /// continuation is resumed.
  func needsContinuation(taskIn block: Int) -> Bool
  /// Returns whether a task is at an address in a block of frames. Such a task is a child of the
  /// task to which the frames belong.
  func hasChildTask(at address: UInt) -> Bool
  /// Returns the blocks of the tasks that wait until the task in `block` has ended.
  func waiters(ofTaskIn block: Int) -> [Int]
  /// Returns the block of the task that executes an asynchronous `main`; `nil` if the program has
  /// none, or if allocation stacks are not recorded.
  ///
  /// - Parameter tasks: The blocks of the tasks that have not ended.
  func mainTask(among tasks: [Int]) -> Int?
}

extension SearchedMemory {
  /// Returns the block that starts at `address`.
  func block(at address: UInt) -> Int? {
    block(containing: address).flatMap { start(of: $0) == address ? $0 : nil }
  }
}

/// The memory of this process, as recorded by the allocation recorder.
struct ProcessMemory: SearchedMemory {
  let blocks: MemoryBlocks
  let walker: HeapWalker
  let foreignStacks: ForeignStacks

  var blockCount: Int { blocks.starts.count }
  func start(of block: Int) -> UInt { blocks.starts[block] }
  func block(containing address: UInt) -> Int? { blocks.index(of: address) }
  func words(of block: Int) -> AddressWords {
    AddressWords(
      of: foreignStacks.used(blocks.memory(of: block), of: block), in: blocks.addresses)
  }

  func possibleOwners(in object: UInt) -> [UInt] {
    walker.possibleOwners(in: Address(object), among: blocks.addresses)
  }
  func unmanagedWords(in object: UInt) -> [UInt] {
    walker.unmanagedWords(in: Address(object), among: blocks.addresses)
  }
  func pointers(in object: UInt) -> [UInt]? {
    walker.pointers(in: Address(object), among: blocks.addresses)
  }
  func sideTable(of object: UInt) -> UInt? {
    ReferenceCounts.sideTable(of: Address(object))?.bits
  }
  func isQueuedOperation(_ object: UInt) -> Bool {
    walker.isQueuedOperation(Address(object))
  }
  func isClosure(_ object: UInt) -> Bool { walker.kind(of: Address(object)) == .closureContext }
  func isContext(_ object: UInt, ofFunctionIn owner: UInt) -> Bool {
    walker.reading(of: Address(owner)).references.contains {
      $0.target == object && $0.function != 0
    }
  }
  func isStream(_ object: UInt) -> Bool { walker.isStream(Address(object)) }
  func unownedTargets(in object: UInt) -> [UInt] {
    walker.reading(of: Address(object)).references.filter { $0.strength == .unowned }.map(\.target)
  }
  func unownedCount(of object: UInt) -> Int { ReferenceCounts(of: Address(object)).unowned }
  func work(startedBy trigger: Int) -> [Int] {
    let start = Address(blocks.starts[trigger])
    let addresses =
      if !blocks.isObject[trigger] {
        PendingJob(in: start, size: Int(blocks.sizes[trigger]))?.work ?? []
      } else if walker.kind(of: start) == .set {
        walker.waitingOperations(in: start)
      } else {
        RuntimeKeeperClassifier.parts(ofSourceWithHandle: start)
      }
    return addresses.compactMap(blocks.index(of:))
  }
  /// Source: `Timer.swift` in swift-corelibs-foundation, "_timerStorage".
  func registration(ofTimerIn block: Int) -> Int? {
    walker.reading(of: Address(blocks.starts[block])).references
      .first { $0.label == "_timerStorage" }.flatMap { blocks.index(of: $0.target) }
  }
  func source(ofPartIn block: Int) -> Int? {
    RuntimeKeeperClassifier.source(
      ofPartIn: Address(blocks.starts[block]), size: Int(blocks.sizes[block])
    )
    .flatMap { blocks.index(at: $0) }
  }
  func hasChildTask(at address: UInt) -> Bool {
    let address = Address(address)
    return address.isWord && walker.store.check.isObject(at: address)
      && Metadata(address.address()).kind == .task
  }
  func groupLinks(ofTaskIn block: Int) -> [UInt] {
    walker.interpreter.groupLinks(ofTask: Address(blocks.starts[block]))
  }
  func waitingChildren(ofTaskIn block: Int) -> [UInt] {
    walker.interpreter.waitingChildren(ofTask: Address(blocks.starts[block])).map(\.bits)
  }
  func words(of block: Int, excluding addresses: [UInt]) -> [UInt] {
    blocks.memory(of: block).excluding(words: addresses).flatMap {
      AddressWords(of: $0, in: blocks.addresses)
    }
  }
  func needsContinuation(taskIn block: Int) -> Bool {
    walker.interpreter.needsContinuation(task: Address(blocks.starts[block]))
  }
  func waiters(ofTaskIn block: Int) -> [Int] {
    walker.interpreter.waiters(ofTask: Address(blocks.starts[block]))
      .compactMap { blocks.index(at: $0.bits) }
  }
  /// Returns the block of the task that was created first: an asynchronous `main` runs in a task of
  /// its own, which the program creates before all others.
  func mainTask(among tasks: [Int]) -> Int? {
    guard ProgramRuntime.hasAsyncMain else { return nil }
    let orders = tasks.compactMap { task in
      walker.allocationOrder(of: blocks.starts[task]).map { (order: $0, task: task) }
    }
    return orders.min { $0.order < $1.order }?.task
  }
  func frames(ofTaskIn block: Int) -> [Int] {
    frameBlocks(ofTaskIn: block).map(\.block)
  }
  func framesOfChildren(ofTaskIn block: Int) -> [Int] {
    frameBlocks(ofTaskIn: block).filter(\.isOfChild).map(\.block)
  }

  /// Returns the blocks that contain frames of a task, or of its child tasks that are stored among
  /// its frames.
  private func frameBlocks(ofTaskIn block: Int) -> [(block: Int, isOfChild: Bool)] {
    let root = Address(blocks.starts[block])
    var tasks = [root]
    var frames: [(block: Int, isOfChild: Bool)] = []
    while let task = tasks.popLast() {
      for slab in TaskSlab.all(of: task) {
        guard let block = blocks.index(of: slab.address.bits) else { break }
        if blocks.starts[block] == slab.address.bits { frames.append((block, task != root)) }
        for child in words(of: slab, in: block)
        where isChild(child, of: task) && child != root {
          tasks.append(child)
        }
      }
    }
    return frames
  }

  /// Returns the addresses at which a task can start in the used part of a slab.
  ///
  /// - Parameter block: The block that contains the slab.
  private func words(of slab: TaskSlab, in block: Int) -> some Sequence<Address> {
    let room = Int(blocks.memory(of: block).upperBound - slab.address.bits)
    let extent = room >= TaskLayout.slabHeader ? min(room, slab.extent ?? 0) : 0
    let end = extent - TaskLayout.parent - 8
    return stride(from: TaskLayout.slabHeader, through: end, by: 8).lazy.map { slab.address + $0 }
  }

  /// Returns whether `address` is the address of a child of `task` that has not ended.
  ///
  /// A task is recognized by its metadata, which all tasks share. The memory of a frame may still
  /// contain a task that has ended.
  private func isChild(_ address: Address, of task: Address) -> Bool {
    address.word() == task.word() && address.address(TaskLayout.parent) == task
      && !walker.interpreter.isComplete(task: address)
  }
}
