extension ObservableType {
  /// Returns an observable sequence that combines the elements of several sequences with the same
  /// index using a closure.
  ///
  /// Elements are retained until every sequence has sent the element with their index.
  ///
  /// - Parameters:
  ///   - collection: The sequences to combine. If it is empty, the result completes immediately.
  ///   - resultSelector: A closure that returns the element to send for the elements in the order
  ///     of the sequences. If it throws, the result fails with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and also
  ///   when the last running sequence sends an element that cannot be combined. It fails as soon as
  ///   one of them fails.
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

  /// Returns an observable sequence that combines the elements of several sequences with the same
  /// index in an array.
  ///
  /// Elements are retained until every sequence has sent the element with their index.
  ///
  /// - Parameter collection: The sequences to combine. If it is empty, the result completes
  ///   immediately.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and also
  ///   when the last one that is running sends an element that cannot be combined. It fails as soon
  ///   as one of them fails.
  public static func zip<Sources: Collection>(
    _ collection: Sources
  ) -> Observable<[Element]>
  where Sources.Element: ObservableType, Sources.Element.Element == Element {
    Observable<[Element]>.zip(collection, resultSelector: { $0 })
  }
}
