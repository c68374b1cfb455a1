import Synchronization

/// What a program may change about the library as a whole.
public enum Hooks {
  /// The type of what receives errors that no subscription handles.
  public typealias DefaultErrorHandler = (
    _ subscriptionCallStack: [String], _ error: any Error
  ) -> Void

  /// The type of what captures the call stack of a subscription.
  public typealias CustomCaptureSubscriptionCallstack = () -> [String]

  /// Whether every subscription notes where it was made, for `defaultErrorHandler`.
  ///
  /// The note comes from `customCaptureSubscriptionCallstack`.
  public static var recordCallStackOnError: Bool {
    get { recordsCallStack.load(ordering: .relaxed) }
    set { recordsCallStack.store(newValue, ordering: .relaxed) }
  }

  /// Receives the errors that no subscription handles; prints them in debug builds.
  public static var defaultErrorHandler: DefaultErrorHandler {
    get { handlers.withLock { $0.error } }
    set { handlers.withLock { $0.error = newValue } }
  }

  /// Captures the call stack of a subscription when `recordCallStackOnError` is on.
  public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
    get { handlers.withLock { $0.capture } }
    set { handlers.withLock { $0.capture = newValue } }
  }

  /// Receives what debug builds find about overlapping and nested events; writes it to
  /// standard error.
  public static var synchronizationAnomalyHandler: (_ message: String) -> Void {
    get { handlers.withLock { $0.anomaly } }
    set { handlers.withLock { $0.anomaly = newValue } }
  }

  static func subscriptionCallStack() -> [String] {
    recordCallStackOnError ? customCaptureSubscriptionCallstack() : []
  }

  private static let recordsCallStack = Atomic<Bool>(false)
  private static let handlers = HandlerBox()

  /// The handlers and the lock over them.
  ///
  /// `@unchecked Sendable`: the closures are only read and replaced under the lock, and are
  /// called outside it.
  private final class HandlerBox: @unchecked Sendable {
    struct Handlers {
      var error: DefaultErrorHandler = { callStack, error in
        #if DEBUG
          let place = callStack.isEmpty ? "" : "\n  " + callStack.joined(separator: "\n  ")
          StandardError.write("Unhandled error happened: \(error)\(place)\n")
        #endif
      }
      var capture: CustomCaptureSubscriptionCallstack = { [] }
      var anomaly: (String) -> Void = { StandardError.write($0) }
    }

    private let lock = Lock()
    private var handlers = Handlers()

    func withLock<Result>(_ body: (inout Handlers) -> Result) -> Result {
      lock.withLock { body(&handlers) }
    }
  }
}
