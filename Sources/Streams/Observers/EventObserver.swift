/// An observer that passes every event to a closure.
///
/// It does not stop at an end. A sequence of the library sends it nothing after an end, and an
/// observer that a program created may be used for several sequences.
final class EventObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let eventHandler: (Event<Element>) -> Void

  init(_ eventHandler: @escaping (Event<Element>) -> Void) {
    self.eventHandler = eventHandler
  }

  override func next(_ element: Element) { eventHandler(.next(element)) }
  override func error(_ error: any Error) { eventHandler(.error(error)) }
  override func completed() { eventHandler(.completed) }
}
