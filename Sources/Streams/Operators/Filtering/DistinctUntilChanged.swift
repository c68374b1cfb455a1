extension ObservableType {
  /// Returns an observable sequence that omits each element that is equal to the previous element.
  ///
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func distinctUntilChanged() -> Observable<Element> where Element: Equatable {
    distinctUntilChanged({ $0 }, comparer: ==)
  }

  /// Returns an observable sequence that omits each element with the same key as the previous
  /// element.
  ///
  /// - Parameter keySelector: A closure that returns the key of an element. If it throws, the
  ///   result fails with that error.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: ==)
  }

  /// Returns an observable sequence that omits each element that is equal, according to a closure,
  /// to the element that was sent last.
  ///
  /// - Parameter comparer: A closure that returns whether `lhs`, the element that was sent last,
  ///   equals `rhs`, the new element. If it throws, the result fails with that error.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func distinctUntilChanged(
    _ comparer: @escaping (_ lhs: Element, _ rhs: Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Returns an observable sequence that omits each element whose key is equal, according to a
  /// closure, to the key of the element that was sent last.
  ///
  /// - Parameters:
  ///   - keySelector: A closure that returns the key of an element.
  ///   - comparer: A closure that returns whether `lhs`, the key of the element that was sent last,
  ///     equals `rhs`, the key of the new element.
  /// - Returns: An observable sequence. It ends in the same way as this sequence, or fails with an
  ///   error that either closure throws. A subscription retains the last key.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) throws -> Key,
    comparer: @escaping (_ lhs: Key, _ rhs: Key) throws -> Bool
  ) -> Observable<Element> {
    DistinctUntilChanged(asObservable(), keySelector, comparer)
  }

  /// Returns an observable sequence that omits each element in which a property has the same value
  /// as in the previous element.
  ///
  /// - Parameter keyPath: The property that is compared.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func distinctUntilChanged<Property: Equatable>(
    at keyPath: KeyPath<Element, Property>
  ) -> Observable<Element> {
    distinctUntilChanged { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
  }
}

final class DistinctUntilChangedSink<Element, Key>: Sink<Element, Element>, @unchecked Sendable {
  private let selector: (Element) throws -> Key
  private let comparer: (Key, Key) throws -> Bool
  private var latestKey: Key?

  init(
    _ selector: @escaping (Element) throws -> Key, _ comparer: @escaping (Key, Key) throws -> Bool,
    observer: ObserverBase<Element>, cancel: SinkDisposer
  ) {
    self.selector = selector
    self.comparer = comparer
    super.init(observer: observer, cancel: cancel)
  }

  override func next(_ element: Element) {
    do {
      let key = try selector(element)
      if let latestKey, try comparer(latestKey, key) { return }
      latestKey = key
      send(element)
    } catch {
      sendError(error)
    }
  }
}

final class DistinctUntilChanged<Element, Key>: SourceProducer<Element, Element>,
  @unchecked Sendable
{
  private let selector: (Element) throws -> Key
  private let comparer: (Key, Key) throws -> Bool

  init(
    _ source: Observable<Element>,
    _ selector: @escaping (Element) throws -> Key,
    _ comparer: @escaping (Key, Key) throws -> Bool
  ) {
    self.selector = selector
    self.comparer = comparer
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    DistinctUntilChangedSink(selector, comparer, observer: observer, cancel: cancel)
  }
}
