/// A type whose values can be converted to an observable sequence.
public protocol ObservableConvertibleType<Element> {
  /// The type of the sequence's elements.
  associatedtype Element

  /// Returns the value as an observable sequence.
  ///
  /// - Returns: An observable sequence that sends the events that the value represents.
  func asObservable() -> Observable<Element>
}
