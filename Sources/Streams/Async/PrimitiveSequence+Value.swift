extension PrimitiveSequenceType where Trait == SingleTrait {
  /// The element, once it has been sent.
  ///
  /// Reading this property subscribes to the `Single`. Cancelling the task disposes the
  /// subscription, but not before `subscribe` has returned.
  ///
  /// - Throws: The error of the `Single`, or `CancellationError` if the subscription is disposed
  ///   before the element is sent, or if the `Single` completes without an element.
  public var value: Element {
    get async throws {
      guard let element = try await primitiveSequence.source.firstElement() else {
        throw CancellationError()
      }
      return element
    }
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Returns a `Single` that performs asynchronous work in a task for each subscription.
  ///
  /// Disposing the subscription cancels the task.
  ///
  /// - Parameters:
  ///   - detached: Whether the task is detached. A detached task inherits neither the priority nor
  ///     the task-local values of the task that subscribes.
  ///   - priority: The priority of the task. If it is `nil`, a detached task has the default
  ///     priority, and any other task inherits the priority of the task that subscribes.
  ///   - work: A closure that runs in the task and returns the element or throws.
  /// - Returns: A `Single` that sends the result of `work` or fails with an error that `work`
  ///   throws.
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
  /// The element, once it has been sent, or `nil` if the `Maybe` completes without one.
  ///
  /// Reading this property subscribes to the `Maybe`. Cancelling the task disposes the
  /// subscription, but not before `subscribe` has returned.
  ///
  /// - Throws: The error of the `Maybe`, or `CancellationError` if the subscription is disposed
  ///   before the `Maybe` ends.
  public var value: Element? {
    get async throws { try await primitiveSequence.source.firstElement() }
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Swift.Never {
  /// An empty tuple, once the `Completable` has completed.
  ///
  /// Reading this property subscribes to the `Completable`. Cancelling the task disposes the
  /// subscription, but not before `subscribe` has returned.
  ///
  /// - Throws: The error of the `Completable`, or `CancellationError` if the subscription is
  ///   disposed before the `Completable` ends.
  public var value: Void {
    get async throws { _ = try await primitiveSequence.source.firstElement() }
  }
}

/// A sendable wrapper for the closure that passes the result of a task to a `Single`'s observer.
///
/// `@unchecked Sendable`: only one task calls the closure, and it calls the closure once.
private struct SingleReport<Element>: @unchecked Sendable {
  let send: (SingleEvent<Element>) -> Void

  init(_ send: @escaping (SingleEvent<Element>) -> Void) { self.send = send }
}
