/// What a task that has not ended waits for, as far as the state of the task shows it.
package enum TaskWait: String, Codable, Sendable, BitwiseCopyable {
  /// The task is in the queue of an executor, which has not run it yet.
  case executor
  /// The task awaits the value of a task that awaits this task's value, directly or through other
  /// tasks. A task that awaits its own value is included.
  case ownValue
  /// The task awaits the next element of an async sequence.
  case asyncSequence
}
