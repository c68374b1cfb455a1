/// The event or object for which an unfinished task waits, as far as the state of the task shows
/// it.
package enum TaskWait: String, Codable, Sendable, BitwiseCopyable {
  /// The task is in the queue of an executor, which has not run it yet.
  case executor
  /// The task is in a cycle of tasks that await one another's values, or awaits its own value.
  case ownValue
  /// The task awaits the next element of an async sequence.
  case asyncSequence
}
