extension PrimitiveSequenceType where Trait == SingleTrait {
  /// The elements of two singles or more, combined.
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
  /// The elements of two singles or more, as a tuple.
  public static func zip<First, Second, each Rest>(
    _ first: Single<First>, _ second: Single<Second>, _ rest: repeat Single<each Rest>
  ) -> Single<(First, Second, repeat each Rest)> {
    Single<(First, Second, repeat each Rest)>.zip(
      first, second, repeat each rest, resultSelector: tuple)
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// The elements of two maybes or more, combined; none if one of them has none.
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
  /// The elements of two maybes or more, as a tuple; none if one of them has none.
  public static func zip<First, Second, each Rest>(
    _ first: Maybe<First>, _ second: Maybe<Second>, _ rest: repeat Maybe<each Rest>
  ) -> Maybe<(First, Second, repeat each Rest)> {
    Maybe<(First, Second, repeat each Rest)>.zip(
      first, second, repeat each rest, resultSelector: tuple)
  }
}
