// The children in the task groups of a task.

extension PlanInterpreter {
  /// Visits the children in the task groups of a task.
  func visitGroupChildren<Visitor: ReferenceVisitor & ~Copyable>(
    of task: Address, in records: [TaskStatusRecord], _ visitor: inout Visitor
  ) {
    for record in records where record.isGroupRecord {
      for child in record.children(ofTask: task) {
        visitor.reference(
          RawReference(
            target: child.bits, strength: .pointer, label: PlanStore.frameLabel, address: child))
      }
    }
  }

  /// Returns those children in a task's groups that only a continuation can resume. A group refers
  /// to such a child, but this reference does not show that the child is in use.
  func waitingChildren(ofTask task: Address) -> [Address] {
    guard !isComplete(task: task) else { return [] }
    return TaskStatusRecord.all(of: task).filter(\.isGroupRecord).flatMap {
      $0.children(ofTask: task).filter(needsContinuation)
    }
  }

  /// Returns whether a task is a child in a task group and can continue only after its
  /// continuation, or the continuation of one of its descendants, is resumed.
  ///
  /// The result is `false` if the task or a descendant is running, is in the queue of an executor,
  /// or has a handler that is called when it is cancelled or its priority is raised. The result is
  /// also `false` while a thread changes the status records of one of them.
  func needsContinuation(task: Address) -> Bool {
    guard isGroupChild(task: task), !isComplete(task: task) else { return false }
    var open = [task]
    while let task = open.popLast() {
      guard !isComplete(task: task) else { continue }
      let records = TaskStatusRecord.all(of: task)
      guard !isRunning(task: task), !isEnqueued(task: task), !isStatusLocked(task: task),
        !records.contains(where: \.hasHandler)
      else { return false }
      for record in records { open += record.children(ofTask: task) }
    }
    return true
  }

  /// Returns the addresses at which a task stores the first and the last child of each of its task
  /// groups; see ``visitGroupChildren(of:in:_:)``.
  func groupLinks(ofTask task: Address) -> [UInt] {
    isComplete(task: task) ? [] : TaskStatusRecord.all(of: task).flatMap(\.links)
  }

  /// Returns whether the task is a child in a task group.
  func isGroupChild(task: Address) -> Bool {
    task.uint32(TaskLayout.flags) & TaskLayout.isGroupChild != 0
  }

  /// Returns whether a thread is changing the status records of a task.
  private func isStatusLocked(task: Address) -> Bool {
    task.uint32(TaskLayout.status) & TaskLayout.isStatusLocked != 0
  }
}

extension Range<UInt> {
  /// Returns the parts of the range without the words at the given addresses.
  ///
  /// - Parameter words: The addresses of the words, in any order.
  func excluding(words: [UInt]) -> [Range<UInt>] {
    var parts: [Range<UInt>] = []
    var start = lowerBound
    for word in words.sorted() where word >= start && word < upperBound {
      if start < word { parts.append(start..<word) }
      start = word + 8
    }
    if start < upperBound { parts.append(start..<upperBound) }
    return parts
  }
}
