extension ObservableType {
  /// Returns an observable sequence that calls a closure with the latest elements of several
  /// sequences each time one of them sends an element, and sends the closure's result.
  ///
  /// The first element is sent when every sequence has sent one. For an empty collection, the
  /// result sends the value that the closure returns for an empty array, and completes.
  ///
  /// - Parameters:
  ///   - collection: The sequences to combine.
  ///   - resultSelector: A closure that combines the latest elements, in the order of the
  ///     sequences, into the element to send. If it throws, the result fails with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed. If a
  ///   sequence has completed without an element, the result also completes when the last running
  ///   sequence sends an element. The result fails as soon as a sequence fails.
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

  /// Returns an observable sequence that sends an array of the latest elements of several sequences
  /// each time one of them sends an element.
  ///
  /// The first array is sent when every sequence has sent an element. For an empty collection, the
  /// result sends an empty array and completes.
  ///
  /// - Parameter collection: The sequences to combine.
  /// - Returns: An observable sequence. It ends under the same conditions as the result of
  ///   `combineLatest(_:resultSelector:)`.
  public static func combineLatest<Sources: Collection>(
    _ collection: Sources
  ) -> Observable<[Element]>
  where Sources.Element: ObservableType, Sources.Element.Element == Element {
    Observable<[Element]>.combineLatest(collection, resultSelector: { $0 })
  }
}
