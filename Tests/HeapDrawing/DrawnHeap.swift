@testable package import HeapWalking
import OwnershipGraph

/// A heap that a test describes: objects with their counts and references, and untyped memory.
///
///     let heap: DrawnHeap = [
///       .object("A", retains: 1, owns: ["B"]),   // A → B
///       .object("B", retains: 1, owns: ["A"]),   // B → A
///       .memory("m", ["A"]),                     // a word of C memory is the address of A
///     ]
///
/// The objects called `closure`, `context` and `stream` are the context of a closure, the context
/// of a stored function, and the storage of an `AsyncStream`. The heap is only a description: its
/// addresses do not refer to memory.
package struct DrawnHeap: ExpressibleByArrayLiteral, Sendable {
  /// An object or a block of untyped memory.
  package struct Block: Sendable {
    var name: String
    var isObject: Bool
    /// The object's strong count.
    var retains: UInt32 = 0
    /// The targets of typed strong references.
    var owns: [String] = []
    /// The targets of words that may be owners, such as an `Unmanaged` value. In untyped memory,
    /// every word may be an owner.
    var mayOwn: [String] = []
    /// The targets in ``mayOwn`` to which an object refers with `Unmanaged` values or raw pointers.
    var unmanaged: [String] = []
    /// The targets of words that are not owners, such as `unowned` references.
    var mentions: [String] = []
    /// The block that contains the object's side table.
    var sideTable: String?
    /// The targets of unowned references.
    var unowned: [String] = []
    /// A Boolean value indicating whether the object's deinitializer has finished.
    var hasEnded = false
    /// The blocks that contain the frames of the task in this block.
    var frames: [String] = []
    /// The tasks that wait for the task in this block.
    var waiters: [String] = []
    /// A Boolean value indicating whether the child task in this block continues only if a
    /// continuation is resumed.
    var needsContinuation = false
    /// The work that the trigger in this block starts.
    var starts: [String] = []
    /// The dispatch source whose internal part is in this block.
    var source: String?
    /// The object that a run loop stores for the timer in this block.
    var registration: String?
    var role: MemoryBlockRole = .plain

    package static func object(
      _ name: String, retains: UInt32, owns: [String] = [], mayOwn: [String] = [],
      unmanaged: [String] = [], mentions: [String] = [], sideTable: String? = nil,
      unowned: [String] = [], hasEnded: Bool = false, frames: [String] = [],
      waiters: [String] = [], needsContinuation: Bool = false, starts: [String] = [],
      registration: String? = nil, role: MemoryBlockRole = .plain
    ) -> Self {
      Self(
        name: name, isObject: true, retains: retains, owns: owns,
        mayOwn: mayOwn + unmanaged, unmanaged: unmanaged, mentions: mentions + unowned,
        sideTable: sideTable, unowned: unowned, hasEnded: hasEnded, frames: frames,
        waiters: waiters, needsContinuation: needsContinuation, starts: starts,
        registration: registration,
        role: starts.isEmpty ? role : .trigger)
    }

    package static func memory(
      _ name: String, _ words: [String], starts: [String] = [], source: String? = nil,
      role: MemoryBlockRole = .plain
    ) -> Self {
      Self(
        name: name, isObject: false, mayOwn: words, starts: starts, source: source,
        role: starts.isEmpty ? role : .trigger)
    }
  }

  package let blocks: [Block]
  private let indexOf: [String: Int]
  private let objects: [Block]
  private let nodeOf: [String: HeapNode]

  package init(arrayLiteral blocks: Block...) { self.init(blocks) }

  package init(_ blocks: [Block]) {
    self.blocks = blocks
    indexOf = Dictionary(
      uniqueKeysWithValues: blocks.enumerated().map { ($1.name, $0) })
    objects = blocks.filter(\.isObject)
    nodeOf = Dictionary(
      uniqueKeysWithValues: objects.enumerated().map { ($1.name, HeapNode($0)) })
  }

  /// The distance between the starts of neighboring blocks.
  private static let distance: UInt = 0x100
  private static let size: UInt = 0x40
  /// The last byte of each start is F0, so that a block contains an address whose last byte is 01.
  private static let first: UInt = 0x10_00F0

  private func index(of name: String) -> Int {
    guard let index = indexOf[name] else { preconditionFailure("'\(name)' is not drawn") }
    return index
  }

  /// Returns the address of the block called `name`.
  package func address(of name: String) -> UInt {
    Self.first + UInt(index(of: name)) * Self.distance
  }

  /// Returns the node of an object in ``snapshot``.
  package func node(_ name: String) -> HeapNode {
    guard let node = nodeOf[name] else { preconditionFailure("'\(name)' is no object") }
    return node
  }

  package func name(of node: HeapNode) -> String { objects[node.index].name }

  package func name(ofBlock block: Int) -> String { blocks[block].name }

  /// Returns the names of the objects whose nodes satisfy a condition, in the order of the
  /// description.
  package func names(where isIncluded: (_ node: HeapNode) -> Bool) -> [String] {
    objects.indices.map(HeapNode.init).filter(isIncluded).map(name)
  }

  /// The snapshot that a walk of the heap would return.
  package var snapshot: HeapSnapshot {
    HeapSnapshot(
      addresses: objects.map { address(of: $0.name) }, strongCounts: objects.map(\.retains),
      references: SparseRows(objects.map { $0.owns.map { node($0).index } }), coverage: Coverage(),
      isComplete: true, index: ObjectIndex())
  }

  package var accounting: HeapAccounting { HeapAccounting(of: snapshot, ignoresReleased: true) }
}

extension DrawnHeap: SearchedMemory {
  package var blockCount: Int { blocks.count }

  package func start(of block: Int) -> UInt { Self.first + UInt(block) * Self.distance }

  package func block(containing address: UInt) -> Int? {
    guard address >= Self.first else { return nil }
    let (block, offset) = (address - Self.first).quotientAndRemainder(dividingBy: Self.distance)
    return block < UInt(blocks.count) && offset < Self.size ? Int(block) : nil
  }

  package func words(of block: Int) -> [UInt] {
    (blocks[block].owns + blocks[block].mayOwn + blocks[block].mentions).map(address)
  }

  package func possibleOwners(in object: UInt) -> [UInt] {
    block(at: object).map { blocks[$0].mayOwn.map(address) } ?? []
  }

  package func unmanagedWords(in object: UInt) -> [UInt] {
    block(at: object).map { blocks[$0].unmanaged.map(address) } ?? []
  }

  package func pointers(in object: UInt) -> [UInt]? { nil }

  package func sideTable(of object: UInt) -> UInt? {
    block(at: object).flatMap { blocks[$0].sideTable }.map(address)
  }

  package func isQueuedOperation(_ object: UInt) -> Bool { false }

  package func isClosure(_ object: UInt) -> Bool { isNamed("closure", object) }

  package func isContext(_ object: UInt, ofFunctionIn owner: UInt) -> Bool {
    isNamed("context", object)
  }

  package func isStream(_ object: UInt) -> Bool { isNamed("stream", object) }

  private func isNamed(_ name: String, _ object: UInt) -> Bool {
    block(at: object).map { blocks[$0].name == name } == true
  }

  package func unownedTargets(in object: UInt) -> [UInt] {
    block(at: object).map { blocks[$0].unowned.map(address) } ?? []
  }

  package func unownedCount(of object: UInt) -> Int {
    guard let block = block(at: object) else { return 0 }
    let references = objects.flatMap(\.unowned).count { $0 == blocks[block].name }
    return references + (blocks[block].hasEnded ? 0 : 1)
  }

  package func work(startedBy trigger: Int) -> [Int] { blocks[trigger].starts.map(index) }

  package func registration(ofTimerIn block: Int) -> Int? {
    blocks[block].registration.map(index)
  }

  /// Returns the block of the dispatch source whose internal part is in the given block.
  package func source(ofPartIn block: Int) -> Int? { blocks[block].source.map(index) }

  /// Returns `true` for every address at which a block starts.
  package func hasChildTask(at address: UInt) -> Bool { block(at: address) != nil }

  package func frames(ofTaskIn block: Int) -> [Int] { blocks[block].frames.map(index) }
  package func framesOfChildren(ofTaskIn block: Int) -> [Int] { [] }

  package func waiters(ofTaskIn block: Int) -> [Int] { blocks[block].waiters.map(index) }

  /// Returns an empty array: the words in frames are drawn without the links of task groups.
  package func groupLinks(ofTaskIn block: Int) -> [UInt] { [] }

  package func waitingChildren(ofTaskIn block: Int) -> [UInt] { [] }

  package func words(of block: Int, excluding addresses: [UInt]) -> [UInt] { words(of: block) }

  package func needsContinuation(taskIn block: Int) -> Bool { blocks[block].needsContinuation }

  /// Returns the task called `main`.
  package func mainTask(among tasks: [Int]) -> Int? {
    tasks.first { blocks[$0].name == "main" }
  }
}

extension DrawnHeap {
  /// Searches the described memory.
  ///
  /// - Parameters:
  ///   - roots: The blocks to which words in global variables refer.
  ///   - stacks: The blocks to which words on stacks refer.
  ///   - closed: The blocks whose words are not searched.
  ///   - keeper: The last kind of keeper to open; `nil` to open none. A keeper is memory in which
  ///     the runtime stores objects for later, such as a timer.
  func reached(
    from roots: [String], stacks: [String] = [], closed: [String] = [],
    opening keeper: RuntimeKeeper? = nil
  ) -> ReachableMemory<DrawnHeap> {
    var memory = ReachableMemory(
      of: snapshot, accounting, in: self, closed: closed.map(index),
      frames: blocks.flatMap(\.frames).map(index)
    ) { blocks[$0].role }
    for root in roots { memory.mark(address(of: root)) }
    memory.spread()
    var trial = memory
    _ = trial.open(.task)
    memory.decideTasks { !trial.isReached(block: $0) }
    if let keeper { _ = memory.open(keeper) }
    memory.beginStacks()
    for root in stacks { memory.mark(address(of: root)) }
    memory.spread()
    if let keeper { _ = memory.open(keeper) }
    memory.reachWaitingObjects()
    if let keeper { _ = memory.open(keeper) }
    return memory
  }
  /// Opens the keepers that `roots` reach, and returns the names of the objects that stacks retain
  /// apart from these keepers.
  ///
  /// - Parameters:
  ///   - stacks: The blocks to which words on stacks refer.
  ///   - roots: The blocks to which words in global variables refer.
  func retainedByStacks(_ stacks: [String], from roots: [String]) -> [String] {
    let closed = reached(from: roots)
    var opened = reached(from: roots)
    _ = opened.open(.task)
    var trial = closed
    trial.ignoreOnStacks(opened.memoryOfKeepers(openedSince: closed, storedIn: []))
    trial.beginStacks()
    for stack in stacks { trial.markStackWord(address(of: stack)) }
    trial.spread()
    return names { closed.isUnreached($0) && !trial.isUnreached($0) }
  }
}
