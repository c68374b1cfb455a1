/// Something that can be turned into an observable sequence.
public protocol ObservableConvertibleType<Element> {
  /// The type of the sequence's elements.
  associatedtype Element

  /// The observable sequence.
  func asObservable() -> Observable<Element>
}
