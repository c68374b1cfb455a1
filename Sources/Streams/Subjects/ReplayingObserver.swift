/// A temporary replacement for an observer while a subject replays elements to that observer.
///
/// Events that the subject sends during the replay wait until `open()` is called.
final class ReplayingObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let gate = SerialGate()
  private let observer: ObserverBase<Element>

  init(_ observer: ObserverBase<Element>) {
    self.observer = observer
    // No other thread has access to the gate yet, so `enter()` returns `true`.
    _ = gate.enter()
  }

  /// Passes on the waiting events. After this call, every event is passed on immediately.
  func open() {
    gate.leave()
  }

  override func next(_ element: Element) {
    gate.perform { [observer] in observer.next(element) }
  }

  override func error(_ error: any Error) {
    gate.perform { [observer] in observer.error(error) }
  }

  override func completed() {
    gate.perform { [observer] in observer.completed() }
  }
}
