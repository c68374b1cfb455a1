/// What the language's runtime and the system's libraries keep for a program: code that may
/// run later, with what it uses.
package enum RuntimeKeeper: Int, CaseIterable, Sendable {
  case timer, notificationCenter, dispatchSource
  /// The last one: words that were left in a task's frames look like references.
  case task

  /// What a person calls it.
  package var name: String {
    switch self {
    case .task: "a task that has not ended"
    case .timer: "a timer"
    case .notificationCenter: "a notification center"
    case .dispatchSource: "a dispatch source or a delayed block"
    }
  }
}

/// What a block of memory does for what it refers to.
package enum BlockRole: Hashable, Sendable {
  case plain
  case keeper(RuntimeKeeper)
  /// A task that a thread works on now: the program's own doing, as what is on a stack.
  case runningTask
}
