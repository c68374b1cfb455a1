import CRecorder
import OwnershipGraph

/// A type that marks the memory that roots keep alive.
///
/// An object owns the targets of its typed references, which a walk has found. A word of untyped
/// memory is a *possible* owner, as in a conservative collector (Boehm and Weiser, 1988). It can
/// own an object only if the object is a task or has a retain that no typed reference explains. An
/// object whose retains are all explained is kept alive only by the objects whose references
/// explain them.
///
/// Some objects of the runtime or of a system library, such as a timer, store code to run later;
/// see ``RuntimeKeeper``. Such an object, a *keeper*, is *closed* at first: when it is reached, it
/// is marked, but its references are followed only after it is opened, usually by ``open(_:)``.
struct ReachableMemory<Memory: SearchedMemory> {
  let heap: HeapSnapshot
  let memory: Memory
  /// For each object, the number of retains that no typed reference explains.
  let unexplained: [UInt32]
  /// For each block, the object in it; -1 for untyped memory.
  let objectIn: [Int32]
  /// For each object, its block; -1 if the object was not allocated or has no known type.
  let blockOf: [Int32]
  var isReached: [Bool]
  private(set) var isPointedTo: [Bool]
  var isClosed: [Bool]
  var isTask: [Bool]
  /// For each block, whether it contains frames of tasks. Such a frame may contain stale words.
  private(set) var isFrames: [Bool]
  /// For each block, whether it is a keeper in untyped memory, such as a dispatch source.
  private(set) var isKeeperMemory: [Bool]
  private var isTrigger: [Bool]
  /// The blocks that ``startTriggeredWork()`` has yet to mark: those of the work that reached
  /// triggers can start; see ``MemoryBlockRole/trigger``.
  private var triggeredWork: [Int] = []
  /// The objects, such as operations, that the reached triggers can start, and the operations that
  /// ``reachWaitingObjects()`` has marked. An object that was reached before its trigger is not
  /// included.
  var started: [HeapNode] = []
  /// The objects that a thread was using when it was stopped.
  private(set) var used: [HeapNode] = []
  /// A map from a block that contains frames of a task to the block of the task. Tasks that the
  /// initializer opened are not in the map.
  var taskOfFrames: [Int: Int] = [:]
  var pending: [Int] = []
  /// A map from a block that contains frames of an opened task to the links of the task's groups;
  /// see ``SearchedMemory/groupLinks(ofTaskIn:)``.
  var groupLinks: [Int: [UInt]] = [:]
  /// For each opened task with children in task groups, the addresses of the children that
  /// ``SearchedMemory/waitingChildren(ofTaskIn:)`` returns.
  var waitingChildren: [Int: Set<UInt>] = [:]
  /// The blocks of the tasks that threads execute, of the task of an asynchronous `main`, and of
  /// the tasks that these await.
  var awaitedTasks: [Int] = []
  /// The awaited tasks that need a continuation and are not opened, because the search has found
  /// nothing so far that can resume the continuation.
  var undecidedTasks: Set<Int> = []
  var keepers: [RuntimeKeeper: [Int]] = [:]
  private(set) var isSearchingStacks = false
  /// For each block, whether words of stacks with addresses in the block are ignored; empty if none
  /// are.
  var isIgnoredOnStacks: [Bool] = []
  /// The blocks of the reached objects whose count is zero, and whose references have not been
  /// followed.
  private var unfollowed: Set<Int> = []
  /// The objects whose deinitializer has finished; `nil` before they are needed.
  var endedObjects: Set<HeapNode>?
  /// For each block, whether it was reached while ``isReachingCode`` was `true`. This includes
  /// targets of typed references that had been reached earlier.
  private(set) var isUsedByCode: [Bool]
  /// A Boolean value indicating whether the memory that is being marked is used by a thread, or by
  /// code that runs later, such as the handler of a timer.
  var isReachingCode = false

  /// Marks the running tasks, the task of an asynchronous `main`, and the tasks that these await,
  /// except ``undecidedTasks``. Also marks objects whose reference counts cannot show whether they
  /// are in use, such as immortal objects.
  ///
  /// - Parameters:
  ///   - heap: All allocated objects, and their typed references.
  ///   - accounting: The part of the objects' counts that the typed references explain.
  ///   - isTyped: A closure that returns whether the object of a node has a known type.
  ///   - closed: The blocks that own nothing, so their words are not followed.
  ///   - frames: The blocks that contain frames of tasks. They own nothing until their task is
  ///     opened.
  ///   - role: A closure that returns a block's role in this search.
  init(
    of heap: HeapSnapshot, _ accounting: HeapAccounting, in memory: Memory,
    isTyped: (HeapNode) -> Bool = { _ in true }, closed: some Sequence<Int> = [],
    frames: some Sequence<Int> = [], role: (_ block: Int) -> MemoryBlockRole = { _ in .plain }
  ) {
    self.heap = heap
    self.memory = memory
    unexplained = accounting.accounting.unexplainedOwners
    var blockOf = [Int32](repeating: -1, count: heap.addresses.count)
    var objectIn = [Int32](repeating: -1, count: memory.blockCount)
    for node in heap.nodes {
      guard let block = memory.block(at: heap.address(of: node)), isTyped(node) else { continue }
      blockOf[node.index] = Int32(block)
      objectIn[block] = Int32(node.index)
    }
    (self.blockOf, self.objectIn) = (blockOf, objectIn)
    isReached = [Bool](repeating: false, count: memory.blockCount)
    isPointedTo = isReached
    isClosed = isReached
    isTask = isReached
    isFrames = isReached
    isKeeperMemory = isReached
    isTrigger = isReached
    isUsedByCode = isReached
    for block in closed { isClosed[block] = true }
    assignRoles(role, frames: frames)
    reachUncounted(accounting)
  }

  private mutating func assignRoles(
    _ role: (_ block: Int) -> MemoryBlockRole, frames: some Sequence<Int>
  ) {
    var running: [Int] = []
    for block in isClosed.indices where !isClosed[block] {
      switch role(block) {
      case .plain: continue
      case .runningTask: running.append(block)
      case .trigger: isTrigger[block] = true
      case .keeper(let keeper):
        isClosed[block] = true
        isTask[block] = keeper == .task
        isKeeperMemory[block] = objectIn[block] < 0
        keepers[keeper, default: []].append(block)
      }
    }
    for block in frames { (isClosed[block], isFrames[block]) = (true, true) }
    let memory = memory
    if let main = memory.mainTask(among: (keepers[.task] ?? []) + running) {
      running.append(main)
    }
    openAwaitedTasks(by: running) { memory.needsContinuation(taskIn: $0) }
    for task in keepers[.task] ?? [] {
      for frames in memory.frames(ofTaskIn: task) { taskOfFrames[frames] = task }
    }
  }

  /// Marks the objects that may be in use whatever their counts are: immortal objects, the targets
  /// of objects that were not allocated, and objects with fewer retains than references.
  ///
  /// If the count of an object that was not allocated is zero, the object is freed memory, to which
  /// a destroyed object still refers. The targets of such an object are not marked.
  private mutating func reachUncounted(_ accounting: HeapAccounting) {
    for object in heap.nodes {
      if blockOf[object.index] < 0 {
        guard heap.strongCount(of: object) != 0 else { continue }
        for target in heap.targets(of: object) { reach(target) }
      } else if heap.strongCount(of: object) == OwnershipAccounting.unknownCount {
        reach(object)
      }
    }
    for object in accounting.inconsistent { reach(object) }
  }

}

// Marking.
extension ReachableMemory {
  /// Marks the block that `word` may own. ``spread()`` then marks the memory that this block owns.
  mutating func mark(_ word: UInt) {
    guard let block = memory.block(containing: word & lk_unflagged) else { return }
    reachTask(ofChildAt: word & lk_unflagged, in: block)
    guard !isReached[block] else { return follow(word, in: block) }
    guard !isOverwritten(word, in: block) else { return }
    guard
      objectIn[block] < 0 || isTask[block] || unexplained[Int(objectIn[block])] > 0
        || mayBeInDeinitializer(block)
    else {
      if !isSearchingStacks, word & lk_unflagged == memory.start(of: block) {
        isPointedTo[block] = true
      }
      return
    }
    reach(block)
  }

  /// Follows the references of the reached object in `block` if its count is zero and `word` is a
  /// word of a stack. A thread may be destroying such an object.
  private mutating func follow(_ word: UInt, in block: Int) {
    guard isSearchingStacks, !unfollowed.isEmpty, !isOverwritten(word, in: block),
      unfollowed.contains(block), mayBeInDeinitializer(block)
    else { return }
    unfollowed.remove(block)
    pending.append(block)
  }

  /// Marks the object whose address is `word`, a word in the registers or on the stack of a thread
  /// that is using the object.
  mutating func markInUse(_ word: UInt) {
    guard let block = memory.block(containing: word), word == memory.start(of: block),
      let object = object(in: block), !isIgnoredOnStacks(block)
    else { return }
    used.append(object)
    reach(block)
  }

  /// Returns whether a word only looks like an address in the block. Such a word is a stale address
  /// whose lowest or highest byte a Boolean value has overwritten. Outside stacks, only the lowest
  /// byte is overwritten, and the rest of the word is padding. If the block contains an object, the
  /// result is `true` only for words of stacks. If the block is untyped memory, the highest byte is
  /// not examined.
  ///
  /// An object starts with two words, the metadata and the counts, so a genuine address in its
  /// first 16 bytes is a multiple of 8. The compiler may encode an enum's case in a reference. It
  /// uses the highest bits first, so the highest byte is 1 only if the enum has more than 128
  /// cases. References to tasks may have flags in their low bits, so the result for a task is
  /// `false`.
  ///
  /// C code may use the lowest bit of an address of untyped memory as a flag. This method assumes
  /// that such an address is the start of the block, or that another word refers to the block as
  /// well.
  func isOverwritten(_ word: UInt, in block: Int) -> Bool {
    guard objectIn[block] < 0 ? word & 0xFF == 1 : isSearchingStacks, !isTask[block] else {
      return false
    }
    let offset = word & lk_unflagged - memory.start(of: block)
    if objectIn[block] < 0 { return offset > 8 && offset % 8 != 0 }
    return word >> 56 == 1 || offset < 16 && offset % 8 != 0
  }

  /// Treats the words passed to ``mark(_:)`` from now on as words of stacks. Stacks contain stale
  /// words of calls that have ended, and addresses of objects that are being destroyed.
  mutating func beginStacks() { isSearchingStacks = true }

  /// Marks the block of untyped memory that contains the address `word`.
  mutating func markUntypedMemory(_ word: UInt) {
    guard let block = memory.block(containing: word & lk_unflagged), objectIn[block] < 0 else {
      return
    }
    reachTask(ofChildAt: word & lk_unflagged, in: block)
    reach(block)
  }

  mutating func reach(_ block: Int) {
    if isReachingCode { isUsedByCode[block] = true }
    guard !isReached[block] else { return }
    isReached[block] = true
    pending.append(block)
  }

  mutating func reach(_ object: HeapNode) {
    if blockOf[object.index] >= 0 { reach(Int(blockOf[object.index])) }
  }

  /// Marks all memory that the marked memory owns, directly or indirectly.
  mutating func spread() {
    repeat { spreadFromPending() } while startTriggeredWork() || openIdleTimers()
  }

  /// Opens the reached timers that are in no run loop: they were not added to one, or have been
  /// invalidated. Nothing calls their handlers, so their references are followed like those of a
  /// plain object.
  ///
  /// - Returns: Whether a timer was opened.
  private mutating func openIdleTimers() -> Bool {
    let idle = (keepers[.timer] ?? []).filter { timer in
      isClosed[timer] && isReached[timer]
        && memory.registration(ofTimerIn: timer).map { !isReached[$0] } ?? false
    }
    for timer in idle { isClosed[timer] = false }
    pending += idle
    return !idle.isEmpty
  }

  private mutating func spreadFromPending() {
    while let block = pending.popLast() {
      guard !isClosed[block] else { continue }
      if let object = object(in: block) {
        spread(from: object, in: block)
      } else if let links = groupLinks[block] {
        for word in memory.words(of: block, excluding: links) { mark(word) }
      } else {
        for word in memory.words(of: block) {
          mark(word)
          if isKeeperMemory[block] { reachTask(withFramesAt: word & lk_unflagged) }
        }
      }
      if isTrigger[block] { triggeredWork += memory.work(startedBy: block) }
    }
  }

  /// Marks the work that the reached triggers can start, and the memory that this work owns.
  ///
  /// - Returns: Whether there was such work.
  private mutating func startTriggeredWork() -> Bool {
    guard !triggeredWork.isEmpty else { return false }
    let before = isReachingCode
    isReachingCode = true
    defer { isReachingCode = before }
    start(triggeredWork)
    triggeredWork = []
    spreadFromPending()
    return true
  }

  /// Marks work that a trigger can start. If the handle of a dispatch source is reached, the
  /// program owns the source, so the references of the source are followed at once. The references
  /// of a task, in contrast, are followed only after tasks are opened.
  private mutating func start(_ work: [Int]) {
    for block in work {
      if isClosed[block], !isTask[block] {
        isClosed[block] = false
        if isReached[block] { pending.append(block) }
      }
      if !isReached[block], let object = object(in: block) { started.append(object) }
      reach(block)
    }
  }

  /// Marks the targets of an object's typed references, the C memory whose addresses the object
  /// contains, and the objects that the object may have retained manually.
  private mutating func spread(from object: HeapNode, in block: Int) {
    // An object whose count is zero has usually released its references. There are two exceptions:
    // if stacks are being searched, the object's deinitializer may be running; if a pending job
    // destroys the object, its deinitializer has not run yet.
    if heap.strongCount(of: object) == 0, !mayBeInDeinitializer(block), !started.contains(object) {
      unfollowed.insert(block)
      return
    }
    for target in heap.targets(of: object) { reach(target) }
    var mayOwnObjects = false
    var mayPointAtMemory = false
    for word in memory.words(of: block) {
      guard let target = memory.block(containing: word & lk_unflagged),
        !isReached[target] || unreachedTask(ofFrames: target) != nil
      else { continue }
      if objectIn[target] < 0 {
        mayPointAtMemory = true
      } else if isTask[target] || unexplained[Int(objectIn[target])] > 0 {
        mayOwnObjects = true
      }
      if mayPointAtMemory, mayOwnObjects { break }
    }
    if mayPointAtMemory { reachMemory(from: object, in: block) }
    guard mayOwnObjects else { return }
    var waiting = waitingChildren[block] ?? []
    for word in memory.possibleOwners(in: heap.address(of: object)) {
      // A task group's reference to a waiting child does not count, but any other word with the
      // address of the child does.
      if waiting.isEmpty || waiting.remove(word) == nil { mark(word) }
    }
  }

  /// Marks the C memory whose addresses an object contains.
  private mutating func reachMemory(from object: HeapNode, in block: Int) {
    let pointers = memory.pointers(in: heap.address(of: object))
    for word in pointers ?? Array(memory.words(of: block)) {
      guard let target = memory.block(containing: word & lk_unflagged), objectIn[target] < 0,
        pointers != nil || !isOverwritten(word, in: target)
      else { continue }
      reachTask(ofChildAt: word & lk_unflagged, in: target)
      reach(target)
    }
  }

  /// Follows the references of all reached keepers whose kind is `keeper` or an earlier case of
  /// ``RuntimeKeeper``, and marks the memory that they reach.
  ///
  /// An unreached timer or source is not armed and keeps nothing alive. An unreached task cannot be
  /// resumed.
  ///
  /// - Returns: Whether a keeper was opened.
  mutating func open(_ keeper: RuntimeKeeper) -> Bool {
    let before = isReachingCode
    isReachingCode = true
    defer { isReachingCode = before }
    var hasOpened = false
    while openReached(upTo: keeper) { hasOpened = true }
    return hasOpened
  }

  private mutating func openReached(upTo last: RuntimeKeeper) -> Bool {
    var hasOpened = false
    for keeper in RuntimeKeeper.allCases where keeper.rawValue <= last.rawValue {
      for block in keepers[keeper] ?? [] where isClosed[block] && isReached[block] {
        hasOpened = true
        isClosed[block] = false
        pending.append(block)
        if keeper == .task { openFrames(ofTaskIn: block) }
        if let source = memory.source(ofPartIn: block) { reach(source) }
      }
    }
    spread()
    return hasOpened
  }
}
