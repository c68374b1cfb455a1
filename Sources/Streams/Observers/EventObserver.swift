/// An observer that passes every event to a closure.
///
/// It does not stop at an end. One that is subscribed to a sequence of the library receives nothing
/// after an end; one that a program made may serve several sequences.
final class EventObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let eventHandler: (Event<Element>) -> Void

  init(_ eventHandler: @escaping (Event<Element>) -> Void) {
    self.eventHandler = eventHandler
  }

  override func next(_ element: Element) { eventHandler(.next(element)) }
  override func error(_ error: any Error) { eventHandler(.error(error)) }
  override func completed() { eventHandler(.completed) }
}
