/// Something that is both an observable sequence and an observer.
public protocol SubjectType: ObservableType {
  /// The type of the observer side.
  associatedtype Observer: ObserverType

  /// The observer side.
  func asObserver() -> Observer
}
