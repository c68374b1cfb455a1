import CRecorder

// The tasks that are in use because the program waits for them, and the frames of tasks.

extension ReachableMemory {
  /// Marks the ``undecidedTasks`` that something can resume, and the memory that these tasks keep
  /// alive.
  ///
  /// - Parameter isLost: A closure that receives the index of a task's block, and returns `true` if
  ///   nothing can resume the task.
  mutating func decideTasks(isLost: (_ task: Int) -> Bool) {
    undecidedTasks = []
    openAwaitedTasks(by: awaitedTasks, isUndecided: isLost)
    spread()
  }

  /// Marks the given tasks and the tasks that they await, directly or through other tasks, and
  /// opens these tasks, so that their references are followed. The program waits for the tasks as a
  /// caller waits for a function to return. An awaited task for which `isUndecided` returns `true`
  /// is not opened, but added to ``undecidedTasks``.
  mutating func openAwaitedTasks(
    by running: [Int], isUndecided: (_ task: Int) -> Bool
  ) {
    let tasks = takeAwaitedTasks(by: running, isUndecided: isUndecided)
    awaitedTasks = running + tasks
    for block in awaitedTasks {
      // If the task was reached earlier, it was closed at that time, and its references were not
      // followed.
      isReached[block] = true
      pending.append(block)
      openFrames(ofTaskIn: block)
    }
  }

  /// Removes from ``keepers`` the tasks that ``openAwaitedTasks(by:isUndecided:)`` opens.
  ///
  /// - Returns: The blocks of the removed tasks.
  private mutating func takeAwaitedTasks(
    by running: [Int], isUndecided: (_ task: Int) -> Bool
  ) -> [Int] {
    let tasks = keepers[.task] ?? []
    var awaitedBy: [Int: [Int]] = [:]
    for task in tasks {
      for waiter in memory.waiters(ofTaskIn: task) { awaitedBy[waiter, default: []].append(task) }
    }
    var awaited: [Int] = []
    var waiting = running
    while let task = waiting.popLast() {
      if isTask[task] {
        (isTask[task], isClosed[task]) = (false, false)
        awaited.append(task)
      }
      for next in awaitedBy[task] ?? [] where isTask[next] {
        if isUndecided(next) { undecidedTasks.insert(next) } else { waiting.append(next) }
      }
    }
    keepers[.task] = tasks.filter { isTask[$0] }
    return awaited
  }

  /// Marks the frames of a task, so that they are searched like other memory.
  mutating func openFrames(ofTaskIn block: Int) {
    let links = memory.groupLinks(ofTaskIn: block)
    if !links.isEmpty { waitingChildren[block] = Set(memory.waitingChildren(ofTaskIn: block)) }
    for frames in memory.frames(ofTaskIn: block) {
      if !links.isEmpty { groupLinks[frames] = links }
      isClosed[frames] = false
      // The frames may already be marked, but their words were not followed while the task was
      // closed.
      isReached[frames] = true
      pending.append(frames)
    }
  }

  /// Marks the parent of a child task if the child is at `address`. The child task of an
  /// `async let` is stored among the frames of its parent.
  mutating func reachTask(ofChildAt address: UInt, in block: Int) {
    guard let task = unreachedTask(ofFrames: block) else { return }
    if memory.hasChildTask(at: address) { reach(task) }
  }

  /// Marks the task whose frames contain `address`, a word in the memory of a dispatch source. For
  /// a sleep with a tolerance, the runtime creates a source whose handler resumes the task. The
  /// context of the handler is in the frames of that task.
  ///
  /// Source: `DispatchGlobalExecutor.cpp` in the Swift repository, "__swift_job_source".
  mutating func reachTask(withFramesAt address: UInt) {
    guard let block = memory.block(containing: address) else { return }
    if let task = unreachedTask(ofFrames: block) { reach(task) }
  }

  /// Returns the block of the task whose frames are in `block`; `nil` if that task has been reached
  /// or opened, or if `block` contains no frames.
  func unreachedTask(ofFrames block: Int) -> Int? {
    isClosed[block] ? taskOfFrames[block].flatMap { isReached[$0] ? nil : $0 } : nil
  }
}
