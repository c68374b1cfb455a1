import OwnershipGraph

/// Causes in which the Swift runtime or a system library retains a closure or an object.
extension Cause {
  package static let unfoldingStream = Cause(
    "unfolding-stream",
    summary: "An object keeps an async stream whose unfolding closure captures the object.",
    fix: "Capture [weak self] in the unfolding closure and return nil if self is nil, or "
      + "release the stream when done."
  ) { shape in
    shape.hasAsyncStream && !shape.captured.isEmpty && !shape.hasStreamContinuation
  }

  package static let bufferedElement = Cause(
    "buffered-element", in: .cycles,
    summary: "An async stream keeps an element that was not read, and the element refers back to "
      + "an object that keeps the stream.",
    fix: "Read the stream until it ends, or release the stream and its continuation when done: "
      + "finish() removes no elements. If the element is a closure, capture [weak self] in it."
  ) { shape in
    shape.hasAsyncStream && shape.references.contains { $0.label.hasPrefix("state[") }
  }

  package static let streamContinuation = Cause(
    "stream-continuation",
    summary: "The handler of an async stream captures an object that keeps the stream's "
      + "continuation.",
    fix: "Capture [weak self] in onTermination, call finish(), and clear the stored "
      + "continuation."
  ) { shape in
    shape.hasAsyncStream && !shape.captured.isEmpty || shape.isHeld(by: "continuation")
  }

  package static let fileHandleHandler = Cause(
    "file-handle-handler",
    summary: "A file handle retains its handler, and the objects that the handler captures, until "
      + "the handler is set to nil.",
    fix: "Capture [weak self] in the handler, and set readabilityHandler or "
      + "writeabilityHandler to nil when done, also at the end of the file."
  ) { shape in
    let isSetter = { (node: ObjectGraph.Node) in
      node.type.contains(#/FileHandle\.(readability|writeability)Handler\.setter/#)
    }
    return shape.isHeld(by: "dispatch source")
      ? shape.graph.nodes.contains(where: isSetter)
      : shape.isCycle(through: "FileHandle")
        && shape.graph.nodes.contains { $0.role == .cycle && isSetter($0) }
  }

  package static let dispatchSource = Cause(
    "dispatch-source",
    summary: "A dispatch source's handler retains an object until the source is cancelled.",
    fix: "Capture [weak self] in the handlers, and cancel() the source before releasing it."
  ) { shape in
    shape.isCycle(through: "DispatchSource", "dispatch_source")
      || shape.isHeld(by: "dispatch source")
  }

  package static let delayedBlock = Cause(
    "delayed-block",
    summary: "A block that is to run later retains an object until then.",
    fix: "Capture [weak self] in the block, or use a timer source and cancel() it when the "
      + "object is done. If the block has to run in any case, no change is needed."
  ) { shape in
    shape.isHeld(by: "delayed block")
  }

  package static let dispatchChannel = Cause(
    "dispatch-channel",
    summary: "A handler of a dispatch I/O channel retains an object until the channel is closed.",
    fix: "Capture [weak self] in the handler, and close the channel when the object is done: "
      + "close(flags: .stop) also ends reads and writes that are pending."
  ) { shape in
    shape.isHeld(by: "dispatch i/o channel")
  }

  package static let mainQueueBlock = Cause(
    "main-queue-block",
    summary: "A block in the main queue retains an object until the block has run.",
    fix: "Capture [weak self] in the block, or run the main queue until the block has run: "
      + "call RunLoop.main.run() or dispatchMain()."
  ) { shape in
    shape.isHeld(by: "block in the main queue")
  }

  package static let blockThatNeverRuns = Cause(
    "block-that-never-runs",
    summary: "A block retains the objects that it captures, and nothing that could run the block "
      + "is reachable.",
    fix: "Call leave() on the block's group as often as enter(), resume the block's queue or "
      + "source, cancel() the source, or run the work item for which the block waits. If an "
      + "object that the block captures owns the group, queue, source or work item, capture that "
      + "object weakly."
  ) { shape in
    shape.finding.rule == .overRetained
      && shape.members.contains { shape.node($0).kind == .block && shape.node($0).role == .held }
  }

  package static let operationNeverFinishes = Cause(
    "operation-never-finishes", in: .cycles,
    summary: "A queue and an operation in it retain each other until the operation has finished, "
      + "and nothing that could let it finish is reachable.",
    fix: "Start each operation on which this operation depends, or add it to a queue; resume a "
      + "suspended queue; report isFinished on every path of an asynchronous operation. If the "
      + "operation is not needed, call cancel(): on Linux, removeDependency(_:) does not start it."
  ) { shape in
    shape.references.contains {
      FindingShape.property($0.label) == "__queue"
        && shape.libraryMembers(naming: "Foundation.OperationQueue").contains($0.to)
    }
  }

  package static let taskAwaitsGroup = Cause(
    "task-awaits-group", in: .cycles,
    summary: "A task waits until a dispatch group runs a block, and the group was entered more "
      + "often than it was left.",
    fix: "Call leave() as often as enter(), on every path: only then does the group run the "
      + "block of notify(queue:) for which the task waits."
  ) { shape in
    shape.isCycle(through: "DispatchGroup") && shape.hasUnfinishedTask
  }

  package static let dispatchGroup = Cause(
    "dispatch-group",
    summary: "A block that waits for a dispatch group retains an object, and the group was entered "
      + "more often than it was left.",
    fix: "Call leave() as often as enter(), on every path. Capture [weak self] in the block of "
      + "notify(queue:) if it need not keep the object alive."
  ) { shape in
    shape.isCycle(through: "DispatchGroup")
  }

  package static let workItemUsesItself = Cause(
    "work-item-uses-itself", in: .cycles,
    summary: "A work item's block captures the variable that stores the work item.",
    fix: "Use the item in its block through a property of an object that the block captures "
      + "weakly, as in `self?.item?.isCancelled`. Or assign nil to the variable on every path: when "
      + "the block has run, and when the item is cancelled."
  ) { shape in
    let items = shape.libraryMembers(naming: "DispatchWorkItem")
    return shape.closures.contains { closure in
      shape.refers([closure], to: items) && items.contains { shape.hasPath(from: $0, to: closure) }
    }
  }

  package static let dispatchWorkItem = Cause(
    "dispatch-work-item",
    summary: "A work item's block retains an object until the work item is released.",
    fix: "Capture [weak self] in the block, or clear the property once the item has run or "
      + "is cancelled."
  ) { shape in
    shape.isCycle(through: "DispatchWorkItem") || shape.isHeld(by: "dispatch work item")
  }

  package static let threadRetainsBlock = Cause(
    "thread-retains-block",
    summary: "A Thread object retains its block, and the objects that the block captures, even "
      + "after the thread has ended.",
    fix: "Capture [weak self] in the block, or release the Thread object when the thread has "
      + "ended."
  ) { shape in
    shape.isCycle(through: "Foundation.Thread") && !shape.captured.isEmpty
  }

  package static let timer = Cause(
    "timer",
    summary: "A timer's handler retains an object until the timer ends.",
    fix: "Capture [weak self] in the handler, and end the timer when the object is done: while "
      + "the handler retains the object, its deinit does not run and cannot end the timer."
  ) { shape in
    shape.isCycle(through: "Foundation.Timer", "PeriodicSchedule", "ScheduledItem")
      || shape.hasTimerAndCapturingClosure
      || shape.isHeld(by: "timer")
  }

  package static let notificationObserver = Cause(
    "notification-observer",
    summary: "The handler of a notification observer retains an object until the observer is "
      + "removed.",
    fix: "Capture [weak self] in the handler, and remove the observer with its token."
  ) { shape in
    shape.isCycle(through: "NotificationCenter", "NSNotification") && !shape.captured.isEmpty
      || shape.isHeld(by: "notification")
  }

  package static let keyValueObservation = Cause(
    "key-value-observation",
    summary: "An observation's change handler captures an object that keeps the observation.",
    fix: "Capture [weak self] in the change handler. A key-value observation also ends "
      + "with invalidate(); withObservationTracking keeps its handler until a tracked "
      + "property changes."
  ) { shape in
    shape.isCycle(through: "KeyValueObservation", "ObservationRegistrar")
      && !shape.captured.isEmpty
  }
}
