internal import Foundation

/// A scheduler that runs work on the main thread.
///
/// An undelayed action that the main thread schedules runs immediately, unless another undelayed
/// action of this scheduler is pending or running. Other actions run on the main queue, in order.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
  private let scheduled = AtomicCount(0)

  /// The shared instance.
  public static let instance = MainScheduler()

  /// A scheduler that adds all work to the main queue, even on the main thread.
  public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

  /// Creates a scheduler that uses the main queue.
  public init() {
    super.init(serialQueue: .main)
  }

  /// Stops the program with a fatal error unless the caller runs on the main thread.
  ///
  /// - Parameter errorMessage: The message of the fatal error.
  public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    if !Thread.isMainThread {
      fatalError(
        errorMessage
          ?? "Not on the main thread. Use `MainScheduler.instance.schedule` to schedule work on "
          + "the main thread.")
    }
  }

  /// Stops the program with a fatal error unless the caller runs on the main thread.
  ///
  /// - Parameter errorMessage: The message of the fatal error.
  public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
    guard Thread.isMainThread else {
      fatalError(errorMessage ?? "Not on the main thread.")
    }
  }

  override func scheduleInternal<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    if scheduled.add(1) == 1, Thread.isMainThread {
      defer { scheduled.subtract(1) }
      return action(state)
    }
    let item = ScheduledItem { action(state) }
    let reference = UncheckedReference(item)
    configuration.queue.async { [self] in
      reference.object.invoke()
      scheduled.subtract(1)
    }
    return item
  }
}
