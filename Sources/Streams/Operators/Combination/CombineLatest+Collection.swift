extension ObservableType {
  /// The latest elements of several sequences, combined whenever one of them sends.
  public static func combineLatest<Sources: Collection>(
    _ collection: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Observable<Element> where Sources.Element: ObservableType {
    let sources = collection.map { $0.asObservable() }
    guard !sources.isEmpty else {
      return .deferred { .just(try resultSelector([])) }
    }
    return CombineLatest {
      let boxes = sources.map { _ in LatestElement<Sources.Element.Element>() }
      return (
        Swift.zip(sources, boxes).map { CombinedSource($0, $1) },
        { try resultSelector(boxes.map(\.value)) }
      )
    }
  }

  /// The latest elements of several sequences, as an array whenever one of them sends.
  public static func combineLatest<Sources: Collection>(
    _ collection: Sources
  ) -> Observable<[Element]>
  where Sources.Element: ObservableType, Sources.Element.Element == Element {
    Observable<[Element]>.combineLatest(collection, resultSelector: { $0 })
  }
}
