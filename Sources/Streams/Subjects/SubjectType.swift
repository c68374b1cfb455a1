/// A type that is both an observable sequence and an observer.
public protocol SubjectType: ObservableType {
  /// The type of the subject as an observer.
  associatedtype Observer: ObserverType

  /// Returns the subject as an observer.
  ///
  /// - Returns: An observer that sends the events that it receives to the observers of the subject.
  func asObserver() -> Observer
}
