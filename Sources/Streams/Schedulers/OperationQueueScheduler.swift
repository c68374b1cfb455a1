public import Foundation

/// A scheduler that runs work as operations of an operation queue.
public final class OperationQueueScheduler: ImmediateSchedulerType, @unchecked Sendable {
  /// The queue to which the operations are added.
  public let operationQueue: OperationQueue
  /// The priority of the operations.
  public let queuePriority: Operation.QueuePriority

  /// Creates a scheduler that uses an operation queue.
  ///
  /// - Parameters:
  ///   - operationQueue: The queue to which the operations are added.
  ///   - queuePriority: The priority of the operations.
  public init(
    operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal
  ) {
    self.operationQueue = operationQueue
    self.queuePriority = queuePriority
  }

  /// Runs an action as an operation of the scheduler's queue.
  ///
  /// - Parameters:
  ///   - state: The value that is passed to the action.
  ///   - action: The closure to run. It returns a disposable that cancels the work it started.
  /// - Returns: A disposable that cancels the action or, if the action has already run, disposes
  ///   the disposable that the action returned.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let item = ScheduledItem { action(state) }
    let reference = UncheckedReference(item)
    let operation = BlockOperation { reference.object.invoke() }
    operation.queuePriority = queuePriority
    operationQueue.addOperation(operation)
    return item
  }
}
