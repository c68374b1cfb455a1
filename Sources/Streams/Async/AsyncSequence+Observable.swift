extension AsyncSequence {
  /// Returns an observable sequence that iterates this asynchronous sequence for each
  /// subscription.
  ///
  /// Each iteration runs in its own task. Disposing the subscription cancels this task.
  ///
  /// - Parameters:
  ///   - detached: Whether the task is detached. A detached task inherits neither the priority nor
  ///     the task-local values of the task that subscribes.
  ///   - executor: The preferred executor of the task, on which elements are requested and sent;
  ///     `nil` for the default executor.
  /// - Returns: An observable sequence. It completes when the iteration ends or throws
  ///   `CancellationError`, and fails with any other error.
  public func asObservable(
    detached: Bool = false, executorPreference executor: (any TaskExecutor)? = nil
  ) -> Observable<Element> {
    observable { run in
      detached
        ? Task.detached(executorPreference: executor, operation: run)
        : Task(executorPreference: executor, operation: run)
    }
  }

  /// Returns an observable sequence that iterates this asynchronous sequence for each
  /// subscription, in a detached task.
  ///
  /// Elements are sent on the default executor. Disposing a subscription cancels its task.
  ///
  /// - Parameter priority: The priority of the task; `nil` for the default priority.
  /// - Returns: An observable sequence. It completes when the iteration ends or throws
  ///   `CancellationError`, and fails with any other error.
  public func asObservable(priority: TaskPriority?) -> Observable<Element> {
    observable { Task.detached(priority: priority, operation: $0) }
  }

  /// Returns an observable sequence that iterates `self` in a separate task for each subscription.
  ///
  /// - Parameter start: A closure that starts the task of one subscription.
  /// - Returns: An observable sequence. Disposing a subscription cancels its task.
  private func observable(
    _ start: @escaping (@escaping @Sendable () async -> Void) -> Task<Void, Swift.Never>
  ) -> Observable<Element> {
    .create { observer in
      let iteration: any AsyncIteration = AsyncSequenceIteration(self, observer)
      let task = start { await iteration.run() }
      return Disposables.create { task.cancel() }
    }
  }
}

/// A type-erased iteration of an asynchronous sequence.
protocol AsyncIteration: AnyObject, Sendable {
  /// Iterates from the beginning to the end.
  func run() async
}

/// An object that sends the elements of one iteration to an observer.
///
/// `@unchecked Sendable`: after initialization, only one task uses the object.
final class AsyncSequenceIteration<Elements: AsyncSequence>: TracedObject, AsyncIteration,
  @unchecked Sendable
{
  private let elements: Elements
  private let observer: AnyObserver<Elements.Element>

  init(_ elements: Elements, _ observer: AnyObserver<Elements.Element>) {
    self.elements = elements
    self.observer = observer
  }

  func run() async {
    do {
      for try await element in elements { observer.onNext(element) }
      observer.onCompleted()
    } catch is CancellationError {
      observer.onCompleted()
    } catch {
      observer.onError(error)
    }
  }
}
