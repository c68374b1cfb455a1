extension PrimitiveSequenceType where Trait == SingleTrait {
  /// The element, when it comes.
  ///
  /// - Throws: The error of the single, or `CancellationError` if the task was cancelled.
  public var value: Element {
    get async throws {
      for try await element in primitiveSequence.values { return element }
      throw CancellationError()
    }
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// A single whose every subscription does asynchronous work in a task.
  ///
  /// Disposing the subscription cancels the task.
  ///
  /// - Parameters:
  ///   - detached: Whether the task inherits nothing of where the subscription is made.
  ///   - priority: The priority of the task.
  ///   - work: Returns the element, or throws the failure.
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @escaping @Sendable () async throws -> Element
  ) -> Single<Element> {
    .create { observer in
      let report = SingleReport(observer)
      let run: @Sendable () async -> Void = {
        do {
          report.send(.success(try await work()))
        } catch {
          report.send(.failure(error))
        }
      }
      let task =
        detached
        ? Task.detached(priority: priority, operation: run)
        : Task(priority: priority, operation: run)
      return Disposables.create { task.cancel() }
    }
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The element, when it comes, or nil if there is none.
  ///
  /// - Throws: The error of the maybe.
  public var value: Element? {
    get async throws {
      for try await element in primitiveSequence.values { return element }
      try Task.checkCancellation()
      return nil
    }
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
  /// Returns when the completable has completed.
  ///
  /// - Throws: The error of the completable.
  public var value: Void {
    get async throws {
      for try await _ in primitiveSequence.values {}
      try Task.checkCancellation()
    }
  }
}

/// Hands the result of a task to a single's observer.
///
/// `@unchecked Sendable`: the observer's sink lets one event through, from whatever thread.
private struct SingleReport<Element>: @unchecked Sendable {
  let send: (SingleEvent<Element>) -> Void

  init(_ send: @escaping (SingleEvent<Element>) -> Void) { self.send = send }
}
