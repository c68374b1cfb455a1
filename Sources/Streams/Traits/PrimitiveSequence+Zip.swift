extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Returns a single that combines the elements of two or more singles using a closure.
  ///
  /// - Parameters:
  ///   - first: The first single.
  ///   - second: The second single.
  ///   - rest: Further singles.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: A single. It fails as soon as one of the singles fails; the subscriptions to the
  ///   others are then disposed.
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
  /// Returns a single that combines the elements of two or more singles in a tuple.
  ///
  /// - Parameters:
  ///   - first: The first single.
  ///   - second: The second single.
  ///   - rest: Further singles.
  /// - Returns: A single. It fails as soon as one of the singles fails; the subscriptions to the
  ///   others are then disposed.
  public static func zip<First, Second, each Rest>(
    _ first: Single<First>, _ second: Single<Second>, _ rest: repeat Single<each Rest>
  ) -> Single<(First, Second, repeat each Rest)> {
    Single<(First, Second, repeat each Rest)>.zip(
      first, second, repeat each rest, resultSelector: tuple)
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Returns a maybe that combines the elements of two or more maybes using a closure.
  ///
  /// - Parameters:
  ///   - first: The first maybe.
  ///   - second: The second maybe.
  ///   - rest: Further maybes.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result fails
  ///     with that error.
  /// - Returns: A maybe. If one of the maybes has no element, the result completes without an
  ///   element when all maybes have completed. It fails as soon as one of them fails.
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
  /// Returns a maybe that combines the elements of two or more maybes in a tuple.
  ///
  /// - Parameters:
  ///   - first: The first maybe.
  ///   - second: The second maybe.
  ///   - rest: Further maybes.
  /// - Returns: A maybe. If one of the maybes has no element, the result completes without an
  ///   element when all maybes have completed. It fails as soon as one of them fails.
  public static func zip<First, Second, each Rest>(
    _ first: Maybe<First>, _ second: Maybe<Second>, _ rest: repeat Maybe<each Rest>
  ) -> Maybe<(First, Second, repeat each Rest)> {
    Maybe<(First, Second, repeat each Rest)>.zip(
      first, second, repeat each rest, resultSelector: tuple)
  }
}
