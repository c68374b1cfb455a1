import Synchronization

/// Disposes another on a scheduler.
public final class ScheduledDisposable: DisposableObject, Cancelable, @unchecked Sendable {
  /// Where the underlying disposable is disposed.
  public let scheduler: any ImmediateSchedulerType

  private let disposed = Atomic<Bool>(false)
  private var disposable: DisposableObject?

  /// A disposable that disposes another on a scheduler.
  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    self.disposable = disposable.asObject
  }

  public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  override var isFinished: Bool { isDisposed }

  /// Schedules the disposal; `isDisposed` is true once it took place.
  public override func dispose() {
    _ = scheduler.schedule(self) { scheduled in
      scheduled.disposeNow()
      return Disposables.create()
    }
  }

  private func disposeNow() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let taken = disposable
    disposable = nil
    taken?.dispose()
  }
}
