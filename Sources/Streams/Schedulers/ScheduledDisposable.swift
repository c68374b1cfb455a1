/// A disposable that disposes another disposable on a scheduler.
public final class ScheduledDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  /// The scheduler on which the underlying disposable is disposed.
  public let scheduler: any ImmediateSchedulerType

  private let disposed = AtomicFlag(false)
  private var disposable: DisposableObject?

  /// Creates a disposable that disposes another disposable on a scheduler.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler on which the underlying disposable is disposed.
  ///   - disposable: The underlying disposable, which is released when it has been disposed.
  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    self.disposable = disposable.asObject
  }

  /// A Boolean value indicating whether the underlying disposable has been disposed or is
  /// being disposed.
  public var isDisposed: Bool { disposed.load() }

  override var isFinished: Bool { isDisposed }

  /// Schedules the disposal. `isDisposed` becomes `true` when the disposal runs.
  public override func dispose() {
    _ = scheduler.schedule(self) { scheduled in
      scheduled.disposeNow()
      return Disposables.create()
    }
  }

  private func disposeNow() {
    guard !disposed.exchange(true) else { return }
    let taken = disposable
    disposable = nil
    taken?.dispose()
  }
}
