/// Work that a trampoline runs later, and what cancels it.
class WaitingWork: DisposableObject, @unchecked Sendable {
  /// Runs the work, once.
  func invoke() {}
}

/// A closure that waits; it is not cancelled.
final class WaitingClosure: WaitingWork, @unchecked Sendable {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  override func invoke() { body() }
}
