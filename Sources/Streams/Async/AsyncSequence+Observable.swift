extension AsyncSequence {
  /// The elements as an observable sequence; each subscription iterates anew.
  ///
  /// Disposing a subscription cancels its iteration. An iteration that throws
  /// `CancellationError` completes: who was told to stop has not failed.
  ///
  /// - Parameters:
  ///   - detached: Whether the task inherits nothing of where the subscription is made, its
  ///     actor above all.
  ///   - executor: Where the elements are asked for and sent; by default where tasks run
  ///     anyway.
  public func asObservable(
    detached: Bool = false, executorPreference executor: (any TaskExecutor)? = nil
  ) -> Observable<Element> {
    observable { run in
      detached
        ? Task.detached(executorPreference: executor, operation: run)
        : Task(executorPreference: executor, operation: run)
    }
  }

  /// Returns an observable sequence of the elements; each subscription iterates anew, in a
  /// detached task.
  ///
  /// Disposing a subscription cancels its iteration. An iteration that throws
  /// `CancellationError` completes.
  ///
  /// - Parameter priority: The priority of the task; `nil` for the default priority.
  public func asObservable(priority: TaskPriority?) -> Observable<Element> {
    observable { Task.detached(priority: priority, operation: $0) }
  }

  /// - Parameter start: Starts the task of one subscription.
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

/// An iteration that a task runs, without its types.
protocol AsyncIteration: AnyObject, Sendable {
  /// Iterates from the beginning to the end.
  func run() async
}

/// Sends the elements of one iteration to an observer.
///
/// `@unchecked Sendable`: made for one task, which alone uses it.
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
