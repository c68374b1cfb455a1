/// Work that a trampoline runs later. Work that was cancelled (`isFinished` is `true`) is not run.
class WaitingWork: DisposableObject, @unchecked Sendable {
  /// Runs the work. Call this at most once.
  func invoke() {}
}

/// A closure that a trampoline runs later. It cannot be cancelled.
final class WaitingClosure: WaitingWork, @unchecked Sendable {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  override func invoke() { body() }
}
