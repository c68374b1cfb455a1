import CRecorder

// Objects that can resume a suspended task, and to which code that runs later refers weakly or
// without ownership.

extension ReachableMemory {
  /// Marks the unreached objects that can resume a suspended task, and that the code of a thread or
  /// of a keeper can load from a weak or unowned reference. If such code can load an operation
  /// that is in a queue, the operation is marked as well, and is added to ``started``.
  ///
  /// Such an object and the task may keep each other alive, but they have not leaked: the wait ends
  /// when the code that has the weak reference runs. For example, the block of a timer captures a
  /// request weakly, and the request keeps the continuation of the task that awaits its result. An
  /// operation and its queue keep each other alive in the same way. A weak reference in a global
  /// variable, or in an object that such code does not own, does not count: the program may use it
  /// only to find out whether the target still exists. A weak reference in an object that such code
  /// owns counts, even if a global variable refers to this object as well.
  ///
  /// A closure that the program keeps, such as an observer of notifications, may be called later as
  /// well. If the closure, or an object that it captures, refers weakly to an object that keeps a
  /// continuation, the closure can resume this continuation. If the object has an `AsyncStream`,
  /// the closure most likely adds an element to the stream. This does not end the loop that keeps
  /// the object, so the object is not marked.
  ///
  /// An object that can resume a task is also marked if its address is in reached memory, for
  /// example as an `Unmanaged` value in a table of the objects that wait for an event. Such a
  /// pointer would be useless if the program did not intend to use the object.
  ///
  /// - Complexity: O(objects), or O(memory in use + references) if a task, or an operation in a
  ///   queue, is not reached.
  mutating func reachWaitingObjects() {
    var objectOf: [UInt: HeapNode] = [:]
    for object in heap.nodes where isUnreached(object) {
      if let table = memory.sideTable(of: heap.address(of: object)) { objectOf[table] = object }
    }
    let isWaiting =
      keepers[.task]?.contains { !isReached[$0] } == true
      || objectOf.values.contains(where: isQueuedOperation)
    guard isWaiting else { return }
    var idle: Set<HeapNode> = []
    for object in loadableObjects(from: ownedByCode, withTables: objectOf) {
      if isQueuedOperation(object) {
        started.append(object)
        reach(object)
      } else if canResumeTask(object, includesStreams: true, idle: &idle) {
        reach(object)
      }
    }
    idle = []
    for object in loadableObjects(from: reachedClosures, withTables: objectOf)
    where canResumeTask(object, includesStreams: false, idle: &idle) {
      reach(object)
    }
    let resuming = heap.nodes.filter {
      isUnreached($0) && canResumeTask($0, includesStreams: false, idle: &idle)
    }
    for object in pointedTo(among: resuming) { reach(object) }
    let waiting = objectOf.filter {
      isUnreached($0.value) && canResumeTask($0.value, includesStreams: false, idle: &idle)
    }
    let captures = blocksOfCaptures(withTables: waiting)
    for object in loadableObjects(from: captures, withTables: waiting) { reach(object) }
    spread()
  }

  /// Returns those of the given unreached objects whose addresses are in reached memory: in untyped
  /// memory, or as an `Unmanaged` value or a raw pointer in an object. The frames of tasks do not
  /// count. Objects for which ``isPointedTo(_:)`` is `true` are included.
  ///
  /// - Complexity: O(reached memory), or O(1) if there are no objects.
  private func pointedTo(among objects: [HeapNode]) -> [HeapNode] {
    guard !objects.isEmpty else { return [] }
    var found = Set(objects.filter(isPointedTo))
    let objectAt = Dictionary(uniqueKeysWithValues: objects.map { (heap.address(of: $0), $0) })
    for block in isReached.indices
    where isReached[block] && !isClosed[block] && !isFrames[block] {
      let mentioned = memory.words(of: block).filter { objectAt[$0] != nil }
      guard !mentioned.isEmpty else { continue }
      let unmanaged = object(in: block).map { Set(memory.unmanagedWords(in: heap.address(of: $0))) }
      for word in mentioned where unmanaged?.contains(word) != false {
        objectAt[word].map { _ = found.insert($0) }
      }
    }
    return found.sorted { $0.index < $1.index }
  }

  /// Returns the blocks of objects that reached closures capture, and that contain the address of
  /// one of the given side tables. A closure that captures only one object has no context of its
  /// own: the object is its context.
  ///
  /// - Complexity: O(reached memory + references), or O(1) if there are no side tables.
  private func blocksOfCaptures(withTables tables: [UInt: HeapNode]) -> [Int] {
    guard !tables.isEmpty else { return [] }
    let mentioning = Set(
      isReached.indices.filter { block in
        isReached[block] && !isClosed[block] && object(in: block) != nil
          && memory.words(of: block).contains { tables[$0] != nil }
      })
    guard !mentioning.isEmpty else { return [] }
    var captured: Set<Int> = []
    for owner in heap.nodes where isReachedObject(owner) {
      let address = heap.address(of: owner)
      for target in heap.targets(of: owner) {
        let block = Int(blockOf[target.index])
        guard mentioning.contains(block), !captured.contains(block) else { continue }
        let isCaptured =
          memory.isClosure(address)
          || memory.isContext(heap.address(of: target), ofFunctionIn: address)
        if isCaptured { captured.insert(block) }
      }
    }
    return captured.sorted()
  }

  private func isReachedObject(_ object: HeapNode) -> Bool {
    let block = Int(blockOf[object.index])
    return block >= 0 && isReached[block]
  }

  /// The blocks that code uses, according to ``isUsedByCode``, and all blocks that they own,
  /// directly or indirectly.
  private var ownedByCode: [Int] {
    var isOwned = isUsedByCode
    var open = isOwned.indices.filter { isOwned[$0] }
    while let block = open.popLast() {
      guard !isClosed[block] else { continue }
      for owned in blocksOwned(by: block) where !isOwned[owned] {
        isOwned[owned] = true
        open.append(owned)
      }
    }
    return isOwned.indices.filter { isOwned[$0] }
  }

  /// Returns the blocks that a block owns through typed references, and the untyped memory whose
  /// addresses it contains.
  private func blocksOwned(by block: Int) -> [Int] {
    let targets =
      object(in: block).map { heap.targets(of: $0).map { Int(blockOf[$0.index]) } } ?? []
    let words = memory.words(of: block).compactMap { memory.block(containing: $0 & lk_unflagged) }
    return targets.filter { $0 >= 0 } + words.filter { objectIn[$0] < 0 }
  }

  /// The blocks of the reached contexts of closures.
  private var reachedClosures: [Int] {
    isReached.indices.filter { block in
      isReached[block] && object(in: block).map { memory.isClosure(heap.address(of: $0)) } == true
    }
  }

  private func isQueuedOperation(_ object: HeapNode) -> Bool {
    memory.isQueuedOperation(heap.address(of: object))
  }

  /// Returns the unreached objects to which the given blocks refer weakly or without ownership.
  ///
  /// - Parameter objectOf: A map from the side tables of unreached objects to the objects.
  private func loadableObjects(
    from blocks: [Int], withTables objectOf: [UInt: HeapNode]
  ) -> [HeapNode] {
    var found: Set<HeapNode> = []
    for block in blocks where !isClosed[block] {
      for word in memory.words(of: block) {
        if let object = objectOf[word] {
          found.insert(object)
        } else if let target = unreachedObject(at: word), let owner = object(in: block),
          memory.unownedTargets(in: heap.address(of: owner)).contains(word)
        {
          found.insert(target)
        }
      }
    }
    return found.sorted { $0.index < $1.index }
  }

  private func unreachedObject(at address: UInt) -> HeapNode? {
    memory.block(at: address).flatMap { isReached[$0] ? nil : object(in: $0) }
  }

  /// Returns whether an object, or an object that it owns, keeps the continuation of a suspended
  /// task. A `Task` value is not a continuation.
  ///
  /// - Parameters:
  ///   - includesStreams: Whether the continuation of a loop over an `AsyncStream` counts.
  ///   - idle: The objects that are known to keep no continuation, directly or indirectly. The
  ///     objects that this call finds are added, so that later calls skip them.
  private func canResumeTask(
    _ object: HeapNode, includesStreams: Bool, idle: inout Set<HeapNode>
  ) -> Bool {
    guard !idle.contains(object) else { return false }
    var seen: Set<HeapNode> = [object]
    var open = [object]
    while let object = open.popLast() {
      for owned in possibleTargets(of: object) {
        if case .object(let target) = owned, isTask[Int(blockOf[target.index])] { return true }
      }
      open += heap.targets(of: object).filter {
        blockOf[$0.index] >= 0 && !isTask[Int(blockOf[$0.index])] && isUnreached($0)
          && (includesStreams || !memory.isStream(heap.address(of: $0)))
          && !idle.contains($0) && seen.insert($0).inserted
      }
    }
    idle.formUnion(seen)
    return false
  }
}
