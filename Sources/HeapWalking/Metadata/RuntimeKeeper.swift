/// Objects in which the language's runtime and the system's libraries store code to run later, with
/// the objects that it uses.
package enum RuntimeKeeper: Int, CaseIterable, Sendable {
  case timer, notificationCenter, dispatchSource, delayedBlock
  /// The last case: stale words in a task's frames look like references.
  case task

  /// The name in reports.
  package var name: String {
    switch self {
    case .task: "a task that has not ended"
    case .timer: "a timer"
    case .notificationCenter: "a notification center"
    case .dispatchSource: "a dispatch source"
    case .delayedBlock: "a delayed block"
    }
  }
}

/// The effect of a block of memory on the objects that it refers to.
package enum BlockRole: Hashable, Sendable {
  case plain
  case keeper(RuntimeKeeper)
  /// A task that a thread executes now, which counts as the program's own stack.
  case runningTask
  /// Memory that does not retain the work which it can start: a source of events by its handle, the
  /// tasks that wait for an actor, the operations that wait for another one, a deinitializer that
  /// waits for its actor.
  case trigger
}
