import Synchronization

/// An observer that passes its events to one closure.
///
/// It calls the closure no more after an end, or after it was disposed.
final class EventObserver<Element>: ObserverBase<Element>, @unchecked Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let eventHandler: (Event<Element>) -> Void

  init(_ eventHandler: @escaping (Event<Element>) -> Void) {
    self.eventHandler = eventHandler
  }

  override func next(_ element: Element) {
    guard !isStopped.load(ordering: .acquiring) else { return }
    eventHandler(.next(element))
  }

  override func error(_ error: any Error) {
    if stop() { eventHandler(.error(error)) }
  }

  override func completed() {
    if stop() { eventHandler(.completed) }
  }

  override func dispose() { _ = stop() }

  private func stop() -> Bool {
    !isStopped.exchange(true, ordering: .acquiringAndReleasing)
  }
}
