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
