/// The base class of most observers of the library. It has one method for each kind of event.
///
/// These observers pass elements to each other without wrapping them in an ``Event``. An ``Event``
/// is created only where it is needed, such as for a closure that receives events, for an observer
/// that is not derived from this class, or for a queue of delayed events.
public class ObserverBase<Element>: DisposableObject, ObserverType, @unchecked Sendable {
  /// Receives an event.
  ///
  /// - Parameter event: The element, failure or completion that the observer receives.
  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): next(element)
    case .error(let error): self.error(error)
    case .completed: completed()
    }
  }

  /// The object itself.
  public final var _observerObject: ObserverBase<Element>? { self }

  func next(_ element: Element) {}
  func error(_ error: any Error) {}
  func completed() {}
}
