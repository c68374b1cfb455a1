/// A type that is both an observable sequence and an observer.
public protocol SubjectType: ObservableType {
  /// The type of the observer that ``asObserver()`` returns.
  associatedtype Observer: ObserverType

  /// Returns the subject as an observer.
  ///
  /// - Returns: An observer that passes each event that it receives to the subject.
  func asObserver() -> Observer
}
