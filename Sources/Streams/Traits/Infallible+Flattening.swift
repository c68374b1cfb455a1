extension InfallibleType {
  /// Returns an infallible sequence that transforms each element of this sequence into an inner
  /// sequence and sends the elements of all inner sequences as they arrive.
  ///
  /// As in RxSwift, `selector` may return a sequence that can fail. A failure ends the result; see
  /// ``Infallible``.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element.
  /// - Returns: An infallible sequence. It completes when this sequence and all inner sequences
  ///   have completed.
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMap(selector))
  }

  /// Returns an infallible sequence that transforms each element of this sequence into an inner
  /// sequence and sends the elements of the latest inner sequence.
  ///
  /// As in RxSwift, `selector` may return a sequence that can fail. A failure ends the result; see
  /// ``Infallible``.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element. When the
  ///   closure returns, the subscription to the previous inner sequence is disposed.
  /// - Returns: An infallible sequence. It completes when this sequence and the latest inner
  ///   sequence have completed.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMapLatest(selector))
  }

  /// Returns an infallible sequence that transforms an element of this sequence into an inner
  /// sequence, sends the elements of the inner sequence, and ignores further elements of this
  /// sequence until the inner sequence completes.
  ///
  /// As in RxSwift, `selector` may return a sequence that can fail. A failure ends the result; see
  /// ``Infallible``.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element.
  /// - Returns: An infallible sequence. It completes when this sequence and the current inner
  ///   sequence have completed.
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().flatMapFirst(selector))
  }

  /// Returns an infallible sequence that transforms each element of this sequence into an inner
  /// sequence and sends the elements of the inner sequences, one sequence after the other.
  ///
  /// As in RxSwift, `selector` may return a sequence that can fail. A failure ends the result; see
  /// ``Infallible``.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element. That sequence
  ///   is subscribed to when all previous inner sequences have completed.
  /// - Returns: An infallible sequence. It completes when this sequence and all inner sequences
  ///   have completed.
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) -> Source
  ) -> Infallible<Source.Element> {
    Infallible<Source.Element>(asObservable().concatMap(selector))
  }

  /// Returns an infallible sequence that sends the elements of this sequence and then the elements
  /// of another sequence.
  ///
  /// - Parameter second: The sequence to subscribe to when this sequence has completed. A failure
  ///   of `second` ends the result; see ``Infallible``.
  /// - Returns: An infallible sequence. It completes when the second sequence completes.
  public func concat<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Infallible<Element> where Source.Element == Element {
    Infallible(asObservable().concat(second))
  }

  /// Returns an infallible sequence that sends the elements of several sequences, one sequence
  /// after the other.
  ///
  /// - Parameter sequence: The sequences. Each is requested when the previous one has completed.
  /// - Returns: An infallible sequence. It completes when the last sequence has completed.
  public static func concat<Sources: Sequence>(_ sequence: Sources) -> Infallible<Element>
  where Sources.Element == Infallible<Element> {
    Infallible(.concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// Returns an infallible sequence that sends the elements of the given sequences, one sequence
  /// after the other.
  ///
  /// - Parameter sources: The sequences. Each is subscribed to when the previous one has completed.
  /// - Returns: An infallible sequence. It completes when the last sequence has completed.
  public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
    Infallible(.concat(sources.map { $0.asObservable() }))
  }

  /// Returns an infallible sequence that sends the elements of the sequences in a collection, as
  /// they arrive.
  ///
  /// - Parameter sources: The sequences, all of which are subscribed to immediately.
  /// - Returns: An infallible sequence. It completes when all sequences have completed.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Infallible<Element>
  where Sources.Element == Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }

  /// Returns an infallible sequence that sends the elements of the given sequences, as they arrive.
  ///
  /// - Parameter sources: The sequences, all of which are subscribed to immediately.
  /// - Returns: An infallible sequence. It completes when all sequences have completed.
  public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }
}

extension ObservableType {
  /// Returns an infallible sequence that transforms each element of this sequence into an inner
  /// sequence and sends the elements of the latest inner sequence.
  ///
  /// As in RxSwift, the result is infallible although this sequence may fail and `selector` may
  /// throw. The error then ends the result; see ``Infallible``.
  ///
  /// - Parameter selector: A closure that returns the inner sequence for an element. When the
  ///   closure returns, the subscription to the previous inner sequence is disposed.
  /// - Returns: An infallible sequence. It completes when this sequence and the latest inner
  ///   sequence have completed.
  public func flatMapLatest<Source: InfallibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Infallible<Source.Element> {
    Infallible(FlatMapLatest(asObservable()) { try selector($0).asObservable() })
  }
}
