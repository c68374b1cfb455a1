public import Foundation

/// Runs work as operations of an operation queue.
public final class OperationQueueScheduler: ImmediateSchedulerType, @unchecked Sendable {
  /// The queue that the operations are put into.
  public let operationQueue: OperationQueue
  /// The priority of the operations.
  public let queuePriority: Operation.QueuePriority

  /// A scheduler on the given queue.
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
