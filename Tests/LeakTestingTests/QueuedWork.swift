import Foundation

/// The ways to run a closure on another thread for which libdispatch uses a work item.
enum QueuedWork: CaseIterable {
  case quality, flags, groupWithQuality, afterWithQuality, workItem, workItemAfter, operation

  func start(_ body: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue.global()
    switch self {
    case .quality: queue.async(qos: .utility, execute: body)
    case .flags: queue.async(flags: .enforceQoS, execute: body)
    case .groupWithQuality: queue.async(group: DispatchGroup(), qos: .utility, execute: body)
    case .afterWithQuality: queue.asyncAfter(deadline: .now(), qos: .utility, execute: body)
    case .workItem: queue.async(execute: DispatchWorkItem(block: body))
    case .workItemAfter:
      queue.asyncAfter(deadline: .now(), execute: DispatchWorkItem(block: body))
    case .operation: OperationQueue().addOperation(body)
    }
  }
}
