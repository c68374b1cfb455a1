import Foundation

/// Runs `body` on a new thread. Returns after the thread has run and released `body`.
package func onOtherThread(_ body: @escaping () -> Void) {
  let closure = ThreadClosure(body)
  Thread { closure.run() }.start()
  closure.done.wait()
}

/// A closure that is passed to another thread. Only that thread runs and releases it.
private final class ThreadClosure: @unchecked Sendable {
  let done = DispatchSemaphore(value: 0)
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func run() {
    runAndRelease()
    done.signal()
  }

  /// Runs the closure in a separate function, so that no temporary retains the closure afterwards.
  @inline(never)
  private func runAndRelease() {
    body?()
    body = nil
  }
}

/// Runs `body` on a new thread, and returns after the thread has ended and its thread-local values
/// were destroyed.
package func runOnJoinedThread(_ body: @escaping () -> Void) {
  let closure = ThreadClosure(body)
  var thread = pthread_t()
  let status = unsafe pthread_create(
    &thread, nil,
    { context in
      if let context = unsafe context {
        unsafe Unmanaged<ThreadClosure>.fromOpaque(context).takeUnretainedValue().run()
      }
      return nil
    }, Unmanaged.passUnretained(closure).toOpaque())
  precondition(status == 0, "A thread cannot be created: error \(status).")
  _ = pthread_join(thread, nil)
  withExtendedLifetime(closure) {}
}
