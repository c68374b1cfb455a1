import RACDisposables

/// An object that owns a disposable of the ReactiveCocoa family whose block captures the object.
final class Recording {
  private(set) var isRunning = false
  private var stopping: RACDisposable?

  /// The leaking form, unless ``stop()`` is called.
  func start() {
    isRunning = true
    stopping = RACDisposable { self.isRunning = false }
  }

  /// The fixed form.
  func startWeakly() {
    isRunning = true
    stopping = RACDisposable { [weak self] in self?.isRunning = false }
  }

  /// Disposes the disposable but keeps it.
  func stop() { stopping?.dispose() }
}

extension Recording {
  static let shape = Shape(
    "Recording", .disposableOwnedByCaptured, heldBy: "the block of a disposable",
    leaking: { example { $0.start() } }, fixed: { example { $0.startWeakly() } })

  private static func example(_ start: (Recording) -> Void) -> ShapeExample {
    let recording = Recording()
    start(recording)
    return ShapeExample(
      recording, use: { recording.isRunning }, end: recording.stop,
      runtimeOwnerCleanup: { [weak recording] in recording?.stop() })
  }
}
