extension InfallibleType {
  /// A sequence of the elements of the sequences that this one's are transformed to.
  ///
  /// As in RxSwift the inner sequences may be of any kind; an inner one that fails ends the
  /// result.
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMap(selector))
  }

  /// A sequence of the elements of the latest of the sequences that this one's are
  /// transformed to.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMapLatest(selector))
  }

  /// A sequence of the elements of the sequences that this one's are transformed to, where
  /// those that come while one is running are dropped.
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMapFirst(selector))
  }

  /// A sequence of the elements of the sequences that this one's are transformed to, one
  /// after the other.
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().concatMap(selector))
  }

  /// A sequence that goes on with another when this one has completed.
  public func concat<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Infallible<Element> where Source.Element == Element {
    Infallible(asObservable().concat(second))
  }

  /// A sequence of the elements of several, one after the other.
  public static func concat<Sources: Sequence>(_ sequence: Sources) -> Infallible<Element>
  where Sources.Element == Infallible<Element> {
    Infallible(.concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// A sequence of the elements of several, one after the other.
  public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
    Infallible(.concat(sources.map { $0.asObservable() }))
  }

  /// A sequence of the elements of several, as they come.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Infallible<Element>
  where Sources.Element == Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }

  /// A sequence of the elements of several, as they come.
  public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }
}

extension ObservableType {
  /// Returns an infallible sequence of the elements of the infallible sequence that the latest
  /// element was transformed to.
  ///
  /// - Note: As in RxSwift, the result is infallible although this sequence may fail: a failure
  ///   ends the result and goes to `Hooks.defaultErrorHandler`.
  public func flatMapLatest<Source: InfallibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Infallible<Source.Element> {
    Infallible(FlatMapLatest(asObservable()) { try selector($0).asObservable() })
  }
}
