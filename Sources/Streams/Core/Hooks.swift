import Synchronization

/// Process-wide settings of the library.
///
/// They may be changed on any thread. Most settings are closures. The library calls them on the
/// thread that subscribes or sends an event, and holds no lock during the call.
public enum Hooks {
  /// The type of a closure that receives the unhandled errors of subscriptions.
  ///
  /// - Parameters:
  ///   - subscriptionCallStack: The call stack of the `subscribe` call; empty unless
  ///     ``recordCallStackOnError`` was `true` during the call.
  ///   - error: The error.
  public typealias DefaultErrorHandler = (
    _ subscriptionCallStack: [String], _ error: any Error
  ) -> Void

  /// The type of a closure that returns the current call stack, one string for each frame.
  public typealias CustomCaptureSubscriptionCallstack = () -> [String]

  /// A Boolean value indicating whether `subscribe(onNext:onError:onCompleted:onDisposed:)` records
  /// the call stack. The default is `false`.
  ///
  /// The call stack is the result of ``customCaptureSubscriptionCallstack``, and is passed to
  /// ``defaultErrorHandler``.
  public static var recordCallStackOnError: Bool {
    get { recordsCallStack.load(ordering: .relaxed) }
    set { recordsCallStack.store(newValue, ordering: .relaxed) }
  }

  /// The closure that receives the errors of subscriptions without an `onError` handler.
  ///
  /// The default prints them to standard error in a debug build and ignores them in a release
  /// build. Subscriptions that `subscribe(with:)` makes do not use this handler.
  public static var defaultErrorHandler: DefaultErrorHandler {
    get { handlers.withLock { $0.error } }
    set { exchange(\.error, with: newValue) }
  }

  /// The closure that returns the call stack of a `subscribe` call. The default returns `[]`.
  public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
    get { handlers.withLock { $0.capture } }
    set { exchange(\.capture, with: newValue) }
  }

  /// The closure that receives a message when a subject, or a sequence that `create(_:)` returned,
  /// sends an event before the previous event has been handled. Only debug builds detect this.
  ///
  /// The default prints the message to standard error.
  public static var synchronizationAnomalyHandler: (_ message: String) -> Void {
    get { handlers.withLock { $0.anomaly } }
    set { exchange(\.anomaly, with: newValue) }
  }

  static func subscriptionCallStack() -> [String] {
    recordCallStackOnError ? customCaptureSubscriptionCallstack() : []
  }

  private static let recordsCallStack = Atomic<Bool>(false)
  private static let handlers = HandlerBox()

  /// Replaces a handler. The former handler is released after the lock has been released, because
  /// it may capture an object whose deinitializer uses the hooks.
  private static func exchange<Handler>(
    _ path: WritableKeyPath<HandlerBox.Handlers, Handler>, with handler: Handler
  ) {
    let former = handlers.withLock { handlers in
      let former = handlers[keyPath: path]
      handlers[keyPath: path] = handler
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// The handlers and the lock that protects them.
  ///
  /// `@unchecked Sendable`: the closures are read and replaced under the lock, and called outside
  /// it.
  private final class HandlerBox: @unchecked Sendable {
    struct Handlers {
      var error: DefaultErrorHandler = { callStack, error in
        #if DEBUG
          let location = callStack.isEmpty ? "" : "\n  " + callStack.joined(separator: "\n  ")
          StandardError.write("Unhandled error: \(error)\(location)\n")
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
