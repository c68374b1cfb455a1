/// An object that waits for an answer in a task.
final class Upload: @unchecked Sendable {
  private(set) var isSent = false
  private(set) var isDone = false
  private var sending: Task<Void, Never>?

  /// The leaking form: the task retains the object as long as it waits.
  func send(_ answer: AsyncStream<Int>, on executor: StepExecutor) {
    isSent = true
    sending = Task(executorPreference: executor) {
      await Self.wait(for: answer)
      self.isDone = true
    }
  }

  /// The fixed form.
  func sendWeakly(_ answer: AsyncStream<Int>, on executor: StepExecutor) {
    isSent = true
    sending = Task(executorPreference: executor) { [weak self] in
      await Self.wait(for: answer)
      self?.isDone = true
    }
  }

  func cancel() {
    sending?.cancel()
    sending = nil
  }

  private static func wait(for answer: AsyncStream<Int>) async {
    var iterator = answer.makeAsyncIterator()
    _ = await iterator.next()
  }
}

extension Upload {
  static let shape = Shape(
    "Upload", .taskOnSelf, heldBy: "a suspended task",
    leaking: { example { $0.send($1, on: $2) } },
    fixed: { example { $0.sendWeakly($1, on: $2) } })

  private static func example(
    _ send: (Upload, AsyncStream<Int>, StepExecutor) -> Void
  ) -> ShapeExample {
    let (upload, executor) = (Upload(), StepExecutor())
    let (answer, answerer) = AsyncStream.makeStream(of: Int.self)
    send(upload, answer, executor)
    executor.run()
    return ShapeExample(
      upload, use: { upload.isSent && !upload.isDone },
      end: {
        upload.cancel()
        executor.run()
      },
      runtimeOwnerCleanup: {
        answerer.finish()
        executor.run()
      })
  }
}
