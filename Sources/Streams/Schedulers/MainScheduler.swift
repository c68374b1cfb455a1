internal import Foundation
import Synchronization

/// Runs work on the main thread: at once if it is scheduled there and nothing waits.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
  private let scheduled = Atomic<Int>(0)

  /// The scheduler of the main queue.
  public static let instance = MainScheduler()

  /// A scheduler of the main queue that never runs work at once.
  public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

  /// A scheduler of the main queue.
  public init() {
    super.init(serialQueue: .main)
  }

  /// Stops the program unless it is called on the main thread.
  public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    if !Thread.isMainThread {
      fatalError(
        errorMessage
          ?? "Executing on background thread. Please use `MainScheduler.instance.schedule` to "
          + "schedule work on main thread.")
    }
  }

  /// Stops the program unless it is called on the main thread.
  public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
    guard Thread.isMainThread else {
      fatalError(errorMessage ?? "Running on background thread.")
    }
  }

  override func scheduleInternal<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let before = scheduled.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
    if before == 0, Thread.isMainThread {
      defer { scheduled.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
      return action(state)
    }
    let item = ScheduledItem { action(state) }
    let reference = UncheckedReference(item)
    configuration.queue.async { [self] in
      reference.object.invoke()
      scheduled.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    }
    return item
  }
}
