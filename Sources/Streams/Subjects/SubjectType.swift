/// A type that is both an observable sequence and an observer.
public protocol SubjectType: ObservableType {
  /// The type of the subject as an observer.
  associatedtype Observer: ObserverType

  /// Returns the subject as an observer.
  ///
  /// - Returns: An observer. The observers of the subject receive all events that are sent to it.
  func asObserver() -> Observer
}
