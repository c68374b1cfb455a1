/// An adapter for an observer whose `_observerObject` is `nil`, such as a subject.
final class ForeignObserver<Observer: ObserverType>: ObserverBase<Observer.Element>,
  @unchecked Sendable
{
  private let observer: Observer

  init(_ observer: Observer) {
    self.observer = observer
  }

  override func next(_ element: Observer.Element) { observer.on(.next(element)) }
  override func error(_ error: any Error) { observer.on(.error(error)) }
  override func completed() { observer.on(.completed) }
}
