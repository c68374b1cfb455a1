extension ObservableType {
  /// A sequence without the elements that equal the one before.
  public func distinctUntilChanged() -> Observable<Element> where Element: Equatable {
    distinctUntilChanged({ $0 }, comparer: ==)
  }

  /// A sequence without the elements whose key equals that of the one before.
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: ==)
  }

  /// A sequence without the elements that a closure says equal the one before.
  public func distinctUntilChanged(
    _ comparer: @escaping (_ lhs: Element, _ rhs: Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// A sequence without the elements whose key, a closure says, equals that of the one before.
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping (Element) throws -> Key,
    comparer: @escaping (_ lhs: Key, _ rhs: Key) throws -> Bool
  ) -> Observable<Element> {
    DistinctUntilChanged(asObservable(), keySelector, comparer)
  }

  /// A sequence without the elements one of whose properties equals that of the one before.
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
