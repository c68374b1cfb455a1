extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Returns a `Single` that combines the elements of two or more `Single` sequences using a
  /// closure.
  ///
  /// - Parameters:
  ///   - first: The first `Single`.
  ///   - second: The second `Single`.
  ///   - rest: Further `Single` sequences.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: A `Single`. It fails as soon as one of the `Single` sequences fails; the
  ///   subscriptions to the others are then disposed.
  public static func zip<First, Second, each Rest>(
    _ first: Single<First>, _ second: Single<Second>, _ rest: repeat Single<each Rest>,
    resultSelector: @escaping (First, Second, repeat each Rest) throws -> Element
  ) -> Single<Element> {
    PrimitiveSequence(
      raw: .zip(
        all: first.source, second.source, repeat (each rest).source,
        resultSelector: resultSelector))
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait, Element == Any {
  /// Returns a `Single` that combines the elements of two or more `Single` sequences in a tuple.
  ///
  /// - Parameters:
  ///   - first: The first `Single`.
  ///   - second: The second `Single`.
  ///   - rest: Further `Single` sequences.
  /// - Returns: A `Single`. It fails as soon as one of the `Single` sequences fails; the
  ///   subscriptions to the others are then disposed.
  public static func zip<First, Second, each Rest>(
    _ first: Single<First>, _ second: Single<Second>, _ rest: repeat Single<each Rest>
  ) -> Single<(First, Second, repeat each Rest)> {
    Single<(First, Second, repeat each Rest)>.zip(
      first, second, repeat each rest, resultSelector: tuple)
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Returns a `Maybe` that combines the elements of two or more `Maybe` sequences using a closure.
  ///
  /// - Parameters:
  ///   - first: The first `Maybe`.
  ///   - second: The second `Maybe`.
  ///   - rest: Further `Maybe` sequences.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: A `Maybe`. If one of the `Maybe` sequences has no element, the result completes
  ///   without an element when all `Maybe` sequences have completed. It fails as soon as one of
  ///   them fails.
  public static func zip<First, Second, each Rest>(
    _ first: Maybe<First>, _ second: Maybe<Second>, _ rest: repeat Maybe<each Rest>,
    resultSelector: @escaping (First, Second, repeat each Rest) throws -> Element
  ) -> Maybe<Element> {
    PrimitiveSequence(
      raw: .zip(
        all: first.source, second.source, repeat (each rest).source,
        resultSelector: resultSelector))
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element == Any {
  /// Returns a `Maybe` that combines the elements of two or more `Maybe` sequences in a tuple.
  ///
  /// - Parameters:
  ///   - first: The first `Maybe`.
  ///   - second: The second `Maybe`.
  ///   - rest: Further `Maybe` sequences.
  /// - Returns: A `Maybe`. If one of the `Maybe` sequences has no element, the result completes
  ///   without an element when all `Maybe` sequences have completed. It fails as soon as one of
  ///   them fails.
  public static func zip<First, Second, each Rest>(
    _ first: Maybe<First>, _ second: Maybe<Second>, _ rest: repeat Maybe<each Rest>
  ) -> Maybe<(First, Second, repeat each Rest)> {
    Maybe<(First, Second, repeat each Rest)>.zip(
      first, second, repeat each rest, resultSelector: tuple)
  }
}
