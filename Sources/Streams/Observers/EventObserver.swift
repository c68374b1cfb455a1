/// An observer that passes every event to a closure.
///
/// It also passes on events that follow a failure or completion, because a program may use one
/// observer for several sequences.
final class EventObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let eventHandler: (Event<Element>) -> Void

  init(_ eventHandler: @escaping (Event<Element>) -> Void) {
    self.eventHandler = eventHandler
  }

  override func next(_ element: Element) { eventHandler(.next(element)) }
  override func error(_ error: any Error) { eventHandler(.error(error)) }
  override func completed() { eventHandler(.completed) }
}
