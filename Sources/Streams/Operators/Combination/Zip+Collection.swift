extension ObservableType {
  /// The elements of several sequences, combined by their places.
  public static func zip<Sources: Collection>(
    _ collection: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableType {
    let sources = collection.map { $0.asObservable() }
    guard !sources.isEmpty else { return .empty() }
    return Zip(endsEarly: true) {
      let boxes = sources.map { _ in ElementQueue<Sources.Element.Element>() }
      return (
        Swift.zip(sources, boxes).map { ZippedSource($0, $1) },
        { try resultSelector(boxes.map { $0.take() }) }
      )
    }
  }

  /// The elements of several sequences, as arrays of those at the same place.
  public static func zip<Sources: Collection>(
    _ collection: Sources
  ) -> Observable<[Element]>
  where Sources.Element: ObservableType, Sources.Element.Element == Element {
    Observable<[Element]>.zip(collection, resultSelector: { $0 })
  }
}
