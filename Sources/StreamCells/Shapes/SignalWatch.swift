import Dispatch

/// An object that receives signals from a dispatch source.
final class SignalWatch: @unchecked Sendable {
  private(set) var count = 0
  private let queue = DispatchQueue(label: "leakcheck.signal-watch")
  private let source: any DispatchSourceUserDataAdd

  init() {
    source = DispatchSource.makeUserDataAddSource(queue: queue)
  }

  /// The leaking form: an active source retains its handler.
  func start() {
    source.setEventHandler { self.count += 1 }
    source.activate()
  }

  /// The fixed form.
  func startWeakly() {
    source.setEventHandler { [weak self] in self?.count += 1 }
    source.activate()
  }

  /// Signals the source, and waits for a limited time until the handler has run.
  func signal() {
    source.add(data: 1)
    var isHandled = false
    for _ in 0..<10_000 where !isHandled { isHandled = queue.sync { count > 0 } }
  }

  /// A closure that cancels the source and waits until the source has released its handler. The
  /// closure does not retain this object.
  var cancelling: () -> Void {
    let source = source
    return {
      let isCancelled = DispatchSemaphore(value: 0)
      source.setCancelHandler { isCancelled.signal() }
      source.cancel()
      isCancelled.wait()
    }
  }
}

extension SignalWatch {
  static let shape = Shape(
    "SignalWatch", .dispatchSource, heldBy: "an active dispatch source",
    leaking: { example { $0.start() } }, fixed: { example { $0.startWeakly() } })

  private static func example(_ start: (SignalWatch) -> Void) -> ShapeExample {
    let watch = SignalWatch()
    start(watch)
    let cancel = Once(watch.cancelling)
    return ShapeExample(
      watch,
      use: {
        watch.signal()
        return watch.count > 0
      },
      end: cancel.run, runtimeOwnerCleanup: cancel.run)
  }
}

/// An object that runs an action at most once.
final class Once {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { self.body = body }

  func run() {
    let body = body
    self.body = nil
    body?()
  }
}
