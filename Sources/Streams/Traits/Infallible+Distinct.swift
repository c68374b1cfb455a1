extension InfallibleType {
  /// A sequence without the elements that equal the one before.
  public func distinctUntilChanged() -> Infallible<Element> where Element: Equatable {
    Infallible(asObservable().distinctUntilChanged())
  }

  /// A sequence without the elements whose key equals that of the one before.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(keySelector))
  }

  /// A sequence without the elements that a closure finds equal to the one before.
  public func distinctUntilChanged(
    _ comparer: @escaping (Element, Element) throws -> Bool
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(comparer))
  }

  /// A sequence without the elements whose key a closure finds equal to that of the one
  /// before.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) throws -> Key,
    comparer: @escaping (Key, Key) throws -> Bool
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
  }

  /// A sequence without the elements that have the same property as the one before.
  public func distinctUntilChanged<Property: Equatable>(
    at keyPath: KeyPath<Element, Property>
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(at: keyPath))
  }
}
