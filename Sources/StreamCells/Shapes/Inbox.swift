/// An object that reads messages in a task until the messages end.
final class Inbox: @unchecked Sendable {
  private(set) var latest = 0
  private var reading: Task<Void, Never>?

  /// The leaking form: the loop uses `self`, so the task retains it.
  func read(_ messages: AsyncStream<Int>, on executor: StepExecutor) {
    reading = Task(executorPreference: executor) {
      for await message in messages { self.latest = message }
    }
  }

  /// The fixed form.
  func readWeakly(_ messages: AsyncStream<Int>, on executor: StepExecutor) {
    reading = Task(executorPreference: executor) { [weak self] in
      for await message in messages { self?.latest = message }
    }
  }

  func close() {
    reading?.cancel()
    reading = nil
  }
}

extension Inbox {
  static let shape = Shape(
    "Inbox", .asyncSequenceOnSelf, heldBy: "a task that iterates an async sequence",
    leaking: { example { $0.read($1, on: $2) } },
    fixed: { example { $0.readWeakly($1, on: $2) } })

  private static func example(
    _ read: (Inbox, AsyncStream<Int>, StepExecutor) -> Void
  ) -> ShapeExample {
    let (inbox, executor) = (Inbox(), StepExecutor())
    let (messages, sender) = AsyncStream.makeStream(of: Int.self)
    read(inbox, messages, executor)
    executor.run()
    func finish() {
      sender.finish()
      executor.run()
    }
    return ShapeExample(
      inbox,
      use: {
        sender.yield(1)
        executor.run()
        return inbox.latest == 1
      },
      end: {
        inbox.close()
        executor.run()
      },
      runtimeOwnerCleanup: finish)
  }
}
