/// A kind of object in which the Swift runtime or a system library stores code to run later,
/// together with the objects that the code uses.
package enum RuntimeKeeper: Int, CaseIterable, Sendable {
  case timer, notificationCenter
  /// A channel (`DispatchIO`) that is open. Channels are searched before sources, because a channel
  /// waits for its file by means of a source.
  case dispatchChannel
  case dispatchSource, delayedBlock, mainQueueBlock
  /// A task. Tasks are searched after the objects of all other kinds, because stale words in a
  /// task's frames look like references. Therefore this case is the last one.
  case task

  /// The name in reports.
  package var name: String {
    switch self {
    case .task: "a task that has not ended"
    case .timer: "a timer"
    case .notificationCenter: "a notification center"
    case .dispatchChannel: "a dispatch I/O channel"
    case .dispatchSource: "a dispatch source"
    case .delayedBlock: "a delayed block"
    case .mainQueueBlock: "a block in the main queue"
    }
  }
}

/// The role of a block of memory in the search for objects in use. The role determines whether, and
/// how, the block keeps alive the objects to which it refers.
package enum MemoryBlockRole: Hashable, Sendable {
  case plain
  case keeper(RuntimeKeeper)
  /// A task that a thread is executing. It is a root, like the stack of a thread.
  case runningTask
  /// Memory that can start work, but does not retain that work: the handle of a dispatch source, a
  /// set of operations that wait for another operation, or a job that runs an actor or calls a
  /// deinitializer.
  case trigger
}
