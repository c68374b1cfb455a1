extension InfallibleType {
  /// Returns an infallible sequence that omits each element that is equal to the previous element.
  ///
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func distinctUntilChanged() -> Infallible<Element> where Element: Equatable {
    Infallible(asObservable().distinctUntilChanged())
  }

  /// Returns an infallible sequence that omits each element whose key equals the key of the
  /// previous element.
  ///
  /// - Parameter keySelector: A closure that returns the key of an element. If it throws, the
  ///   result fails; see ``Infallible``.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(keySelector))
  }

  /// Returns an infallible sequence that omits each element that is equal, according to a closure,
  /// to the element that was sent last.
  ///
  /// - Parameter comparer: A closure that returns whether two elements are equal. Its first
  ///   argument is the element that was sent last. If it throws, the result fails; see
  ///   ``Infallible``.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func distinctUntilChanged(
    _ comparer: @escaping (Element, Element) throws -> Bool
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(comparer))
  }

  /// Returns an infallible sequence that omits each element whose key is equal, according to a
  /// closure, to the key of the element that was sent last.
  ///
  /// - Parameters:
  ///   - keySelector: A closure that returns the key of an element. If it throws, the result fails;
  ///     see ``Infallible``.
  ///   - comparer: A closure that returns whether two keys are equal. Its first argument is the key
  ///     of the element that was sent last. If it throws, the result fails; see ``Infallible``.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) throws -> Key,
    comparer: @escaping (Key, Key) throws -> Bool
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
  }

  /// Returns an infallible sequence that omits an element if a given property has the same value as
  /// in the previous element.
  ///
  /// - Parameter keyPath: The property that is compared.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func distinctUntilChanged<Property: Equatable>(
    at keyPath: KeyPath<Element, Property>
  ) -> Infallible<Element> {
    Infallible(asObservable().distinctUntilChanged(at: keyPath))
  }
}
