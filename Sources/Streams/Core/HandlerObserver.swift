/// An observer that passes every event to a closure.
///
/// Unlike `EventObserver` it does not stop at an end: one such observer may serve several
/// sequences.
final class HandlerObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let eventHandler: (Event<Element>) -> Void

  init(_ eventHandler: @escaping (Event<Element>) -> Void) {
    self.eventHandler = eventHandler
  }

  override func next(_ element: Element) { eventHandler(.next(element)) }
  override func error(_ error: any Error) { eventHandler(.error(error)) }
  override func completed() { eventHandler(.completed) }
}
