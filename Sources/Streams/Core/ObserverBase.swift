/// The base of the library's observers: one virtual call for each kind of event.
///
/// Elements travel from object to object as they are; an `Event` is only made where a
/// program asks for one.
public class ObserverBase<Element>: DisposableObject, ObserverType, @unchecked Sendable {
  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): next(element)
    case .error(let error): self.error(error)
    case .completed: completed()
    }
  }

  public final var _observerObject: ObserverBase<Element>? { self }

  func next(_ element: Element) {}
  func error(_ error: any Error) {}
  func completed() {}
}
