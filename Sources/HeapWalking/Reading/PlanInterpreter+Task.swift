extension PlanInterpreter {
  /// Scans a task: its own words, and the frames in the slabs of its allocator.
  ///
  /// A task that has ended has released its slabs and its function, although its words still refer
  /// to them. Such a task owns at most its result.
  ///
  /// The layout of a task is:
  ///
  /// - a job (eight words) and the resume context;
  /// - private storage, aligned to 16: the exclusivity set (two words), the status (two words) and
  ///   the allocator (last allocation, first slab);
  /// - for a task with a result: the waiting tasks, the type of the result, the error and the
  ///   value.
  ///
  /// A slab starts with a header: a word of metadata, the next slab, the capacity and the number of
  /// bytes in use (32 bits each). The frames follow the header.
  ///
  /// Source: `Task.h`, `TaskPrivate.h`, `TaskStatus.h` and `StackAllocator.h` in the Swift
  /// repository; the offsets were checked with version 6.3.1.
  func visitTask<Visitor: ReferenceVisitor & ~Copyable>(_ task: Address, _ visitor: inout Visitor) {
    if isComplete(task: task) {
      visitResult(of: task, &visitor)
    } else {
      visitNextJob(of: task, &visitor)
      visitWaiters(of: task, &visitor)
      visitWords(of: task, &visitor)
      let records = TaskStatusRecord.all(of: task)
      visitFrames(of: task, without: records.flatMap(\.links), &visitor)
      visitGroupChildren(of: task, in: records, &visitor)
    }
  }

  /// Returns whether the task has ended. Such a task owns at most its result.
  func isComplete(task: Address) -> Bool {
    task.uint32(TaskLayout.status) & TaskLayout.isComplete != 0
  }

  /// Returns whether a thread is executing the task.
  func isRunning(task: Address) -> Bool {
    task.uint32(TaskLayout.status) & TaskLayout.isRunning != 0
  }

  /// Returns whether the task is in the queue of an executor.
  func isEnqueued(task: Address) -> Bool {
    task.uint32(TaskLayout.status) & TaskLayout.isEnqueued != 0
  }

  /// Returns the dispatch queue to which the task was last submitted. It is the main queue of
  /// libdispatch for the main executor, and ``TaskLayout/globalExecutor`` for the global executor.
  /// An actor or an executor of the program may have received the task since then.
  func dispatchQueue(ofTask task: Address) -> UInt { task.word(TaskLayout.dispatchQueue) }

  /// Returns the tasks that a task resumes when it ends. For a child task, this is its parent; for
  /// an unstructured task, these are the tasks that await its value.
  ///
  /// Source: `Task.h` in the Swift repository, "ChildFragment" and "FutureFragment".
  func waiters(ofTask task: Address) -> [Address] {
    let flags = task.uint32(TaskLayout.flags)
    if flags & TaskLayout.isChild != 0 {
      return [task.address(TaskLayout.parent)].filter(\.isReadable)
    }
    guard flags & (TaskLayout.isFuture | TaskLayout.isGroupChild) == TaskLayout.isFuture,
      !isComplete(task: task)
    else { return [] }
    var waiters: [Address] = []
    var waiter = task.address(TaskLayout.waitQueue)
    while waiter.isReadable, waiters.count < TaskLayout.waiterLimit {
      waiters.append(waiter)
      waiter = waiter.address(TaskLayout.nextWaiter)
    }
    return waiters
  }

  /// Returns the child tasks of `async let` that have not ended. The runtime allocates them in the
  /// frames of their parent.
  func children(inFramesOf task: Address) -> [Address] {
    guard !isComplete(task: task) else { return [] }
    return TaskStatusRecord.all(of: task).filter { !$0.isGroupRecord }
      .flatMap { $0.children(ofTask: task) }.filter { !isComplete(task: $0) }
  }

  /// Returns whether the task is in a cycle of tasks that await one another's values, or awaits its
  /// own value. A parent awaits its child tasks.
  func awaitsItself(task: Address) -> Bool {
    var seen: Set<UInt> = []
    var open = waiters(ofTask: task)
    while let waiter = open.popLast(), seen.count < TaskLayout.waiterLimit {
      if waiter == task { return true }
      guard seen.insert(waiter.bits).inserted else { continue }
      open += waiters(ofTask: waiter)
    }
    return false
  }

  /// Returns the addresses of the functions with which a task continues, innermost first: one for
  /// the suspended function, then one for each of its callers.
  func continuations(ofTask task: Address) -> [UInt] {
    var functions = [task.word(TaskLayout.resumeFunction)]
    var context = task.address(TaskLayout.resumeContext)
    while context.isReadable, functions.count < TaskLayout.contextLimit {
      functions.append(context.word(TaskLayout.resumeParent))
      context = context.address(TaskLayout.parentContext)
    }
    return functions
  }

  /// Visits the job that follows a task in the queue of an executor. If the task is in no queue,
  /// the word that refers to this job is stale.
  private func visitNextJob<Visitor: ReferenceVisitor & ~Copyable>(
    of task: Address, _ visitor: inout Visitor
  ) {
    let next = task.word(TaskLayout.nextJob)
    guard isEnqueued(task: task), next >= Address.lowest else { return }
    visitor.reference(
      RawReference(
        target: next, strength: .pointer, label: 0, address: task + TaskLayout.nextJob))
  }

  /// Visits the tasks that wait for the value of a task, and that the task resumes when it ends.
  /// Each waiting task contains the link to the next one.
  private func visitWaiters<Visitor: ReferenceVisitor & ~Copyable>(
    of task: Address, _ visitor: inout Visitor
  ) {
    // The reference to the first waiting task is among the words of the task, which are visited
    // separately.
    for waiter in waiters(ofTask: task).dropFirst() {
      visitor.reference(
        RawReference(
          target: waiter.bits, strength: .pointer, label: 0,
          address: waiter + TaskLayout.nextWaiter))
    }
  }

  /// Visits the words of a task that has not ended. The link from a child to the next child of the
  /// same task group is omitted, because the group refers to all its children.
  private func visitWords<Visitor: ReferenceVisitor & ~Copyable>(
    of task: Address, _ visitor: inout Visitor
  ) {
    var start = TaskLayout.resumeContext
    if isGroupChild(task: task) {
      visitor.untyped(
        start: task + start, length: TaskLayout.nextChild - start, label: PlanStore.frameLabel)
      start = TaskLayout.nextChild + 8
    }
    visitor.untypedRest(of: task, from: start, label: PlanStore.frameLabel)
  }

  /// Visits the frames of a task, except the words at the given addresses.
  private func visitFrames<Visitor: ReferenceVisitor & ~Copyable>(
    of task: Address, without words: [UInt], _ visitor: inout Visitor
  ) {
    var slab = task.address(TaskLayout.firstSlab)
    let metadata = slab.isReadable ? slab.word() : 0
    var slabs = 0
    while slab.isReadable {
      let capacity = Int(slab.uint32(TaskLayout.slabCapacity))
      let used = Int(slab.uint32(TaskLayout.slabUsed))
      // All slabs have the same metadata. Memory with other metadata is not a slab.
      guard slab.word() == metadata, used <= capacity, slabs < TaskLayout.slabLimit else {
        visitor.untypedRest(of: slab, from: 0, label: PlanStore.frameLabel)
        return
      }
      let start = slab.bits + UInt(TaskLayout.slabHeader)
      for part in (start..<start + UInt(used)).excluding(words: words) {
        visitor.untyped(
          start: Address(part.lowerBound), length: part.count, label: PlanStore.frameLabel)
      }
      slab = slab.address(TaskLayout.nextSlab)
      slabs += 1
    }
  }

  /// Visits the error or the value of a task that has ended.
  private func visitResult<Visitor: ReferenceVisitor & ~Copyable>(
    of task: Address, _ visitor: inout Visitor
  ) {
    let flags = task.uint32(TaskLayout.flags)
    guard flags & TaskLayout.isFuture != 0 else { return }
    guard flags & (TaskLayout.isChild | TaskLayout.isGroupChild) == 0 else {
      // The offset of the result is unknown, because other fragments may precede it.
      visitor.untypedRest(of: task, from: TaskLayout.fragments, label: PlanStore.resultLabel)
      return
    }
    let result = task + TaskLayout.fragments
    let error = result.word(16)
    guard error == 0 else {
      visitor.reference(
        RawReference(
          target: error, strength: .strong, label: PlanStore.resultLabel, address: result + 16))
      return
    }
    let type = Metadata(result.address(8))
    guard store.check.isType(type) else { return }
    let mask = UInt(type.alignment - 1)
    let start = Address((result.bits + 24 + mask) & ~mask)
    visitor.enter(label: PlanStore.resultLabel)
    visitValue(of: type, at: start, of: task, &visitor)
    visitor.leave()
  }
}
