extension InfallibleType {
  /// The latest elements of several sequences, combined whenever one of them sends.
  public static func combineLatest<Sources: Collection>(
    _ collection: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Infallible<Element> where Sources.Element: InfallibleType {
    Infallible(
      Observable.combineLatest(
        collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// The latest elements of several sequences, as an array whenever one of them sends.
  public static func combineLatest<Sources: Collection>(
    _ collection: Sources
  ) -> Infallible<[Element]>
  where Sources.Element: InfallibleType, Sources.Element.Element == Element {
    Infallible<[Element]>(Observable.combineLatest(collection.map { $0.asObservable() }))
  }

  /// The elements of two sequences or more, combined by their places.
  public static func zip<First, Second, each Rest>(
    _ first: Infallible<First>, _ second: Infallible<Second>,
    _ rest: repeat Infallible<each Rest>,
    resultSelector: @escaping (First, Second, repeat each Rest) throws -> Element
  ) -> Infallible<Element> {
    Infallible(
      Observable.zip(
        all: first.asObservable(), second.asObservable(), repeat (each rest).asObservable(),
        resultSelector: resultSelector))
  }
}

extension InfallibleType where Element == Any {
  /// The elements of two sequences or more, as tuples of those at the same place.
  public static func zip<First, Second, each Rest>(
    _ first: Infallible<First>, _ second: Infallible<Second>,
    _ rest: repeat Infallible<each Rest>
  ) -> Infallible<(First, Second, repeat each Rest)> {
    Infallible<(First, Second, repeat each Rest)>.zip(
      first, second, repeat each rest, resultSelector: tuple)
  }
}
