/// Stands before an observer that is being sent what a subject remembers.
///
/// What the subject sends meanwhile, on another thread, waits until `open()`.
final class ReplayingObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let gate = SerialGate()
  private let observer: ObserverBase<Element>

  init(_ observer: ObserverBase<Element>) {
    self.observer = observer
    // Nobody else knows the gate yet: it is entered.
    _ = gate.enter()
  }

  /// Lets through what came meanwhile, and from now on everything.
  func open() {
    gate.leave()
  }

  override func next(_ element: Element) {
    if gate.enter() {
      observer.next(element)
      gate.leave()
    } else {
      gate.enqueue { [observer] in observer.next(element) }
    }
  }

  override func error(_ error: any Error) {
    gate.perform { [observer] in observer.error(error) }
  }

  override func completed() {
    gate.perform { [observer] in observer.completed() }
  }
}
