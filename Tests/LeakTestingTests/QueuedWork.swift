import Foundation

/// Ways to run a closure on another thread. For each, libdispatch uses a work item, or a handler of
/// a source or of a group.
enum QueuedWork: CaseIterable {
  case quality, flags, groupWithQuality, afterWithQuality, workItem, workItemAfter, operation
  case groupNotification, groupNotificationWithQuality, groupNotificationOfWorkItem
  case sourceEvent, sourceCancellation, sourceRegistration, sourceWithQuality

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
    case .groupNotification: DispatchGroup().notify(queue: queue, execute: body)
    case .groupNotificationWithQuality:
      DispatchGroup().notify(qos: .utility, queue: queue, execute: body)
    case .groupNotificationOfWorkItem:
      DispatchGroup().notify(queue: queue, work: DispatchWorkItem(block: body))
    case .sourceEvent, .sourceCancellation, .sourceRegistration, .sourceWithQuality:
      startSource(body)
    }
  }

  /// Starts a timer that fires once. One of the timer's handlers runs the closure.
  private func startSource(_ body: @escaping @Sendable () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now())
    let cancel = { timer.cancel() }
    timer.setEventHandler(handler: cancel)
    switch self {
    case .sourceEvent:
      timer.setEventHandler {
        cancel(); body()
      }
    case .sourceWithQuality:
      timer.setEventHandler(qos: .utility) {
        cancel(); body()
      }
    case .sourceRegistration: timer.setRegistrationHandler(handler: body)
    default: timer.setCancelHandler(handler: body)
    }
    timer.resume()
  }
}
