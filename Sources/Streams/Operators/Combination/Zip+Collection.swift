extension ObservableType {
  /// Returns an observable sequence that calls a closure with the elements at the same index in
  /// several sequences, and sends the closure's result.
  ///
  /// An element is retained while it may still be combined with elements of the other sequences.
  ///
  /// - Parameters:
  ///   - collection: The sequences to combine. If it is empty, the result completes immediately.
  ///   - resultSelector: A closure that combines the elements, in the order of the sequences, into
  ///     the element to send. If it throws, the result fails with that error.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and also
  ///   when the last running sequence sends an element that has no counterpart in a completed
  ///   sequence. It fails as soon as a sequence fails.
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

  /// Returns an observable sequence that sends arrays of the elements at the same index in several
  /// sequences.
  ///
  /// An element is retained while it may still be combined with elements of the other sequences.
  ///
  /// - Parameter collection: The sequences to combine. If it is empty, the result completes
  ///   immediately.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and also
  ///   when the last running sequence sends an element that has no counterpart in a completed
  ///   sequence. It fails as soon as a sequence fails.
  public static func zip<Sources: Collection>(
    _ collection: Sources
  ) -> Observable<[Element]>
  where Sources.Element: ObservableType, Sources.Element.Element == Element {
    Observable<[Element]>.zip(collection, resultSelector: { $0 })
  }
}
