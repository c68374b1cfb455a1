extension InfallibleType {
  /// Returns an infallible sequence of the results of a closure. Each time one of several sequences
  /// sends an element, the closure is called with the latest element of each sequence.
  ///
  /// Nothing is sent before every sequence has sent an element. If the collection is empty, each
  /// subscription calls the closure once with an empty array, sends the result and completes.
  ///
  /// - Parameters:
  ///   - collection: The sequences to combine.
  ///   - resultSelector: A closure that combines the latest elements, in the order of `collection`.
  ///     If it throws, the result fails; see ``Infallible``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed. If a
  ///   sequence has completed without an element, the result also completes when the last running
  ///   sequence sends an element.
  public static func combineLatest<Sources: Collection>(
    _ collection: Sources,
    resultSelector: @escaping ([Sources.Element.Element]) throws -> Element
  ) -> Infallible<Element> where Sources.Element: InfallibleType {
    Infallible(
      Observable.combineLatest(
        collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// Returns an infallible sequence that sends an array of the latest elements of several sequences
  /// each time one of them sends an element.
  ///
  /// The first array is sent when every sequence has sent an element.
  ///
  /// - Parameter collection: The sequences. If there are none, an empty array is sent.
  /// - Returns: An infallible sequence. It completes when all sequences have completed. If a
  ///   sequence has completed without an element, the result also completes when the last running
  ///   sequence sends an element.
  public static func combineLatest<Sources: Collection>(
    _ collection: Sources
  ) -> Infallible<[Element]>
  where Sources.Element: InfallibleType, Sources.Element.Element == Element {
    Infallible<[Element]>(Observable.combineLatest(collection.map { $0.asObservable() }))
  }

  /// Returns an infallible sequence that uses a closure to combine the elements that have the same
  /// index in two or more sequences.
  ///
  /// An element is retained while it may still be combined with elements of the other sequences.
  ///
  /// - Parameters:
  ///   - first: The first sequence.
  ///   - second: The second sequence.
  ///   - rest: Further sequences.
  ///   - resultSelector: A closure that returns the element to send. If it throws, the result
  ///     fails; see ``Infallible``.
  /// - Returns: An infallible sequence. It completes when all sequences have completed.
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
  /// Returns an infallible sequence of tuples, each of which contains the elements that have the
  /// same index in two or more sequences.
  ///
  /// An element is retained while it may still be combined with elements of the other sequences.
  ///
  /// - Parameters:
  ///   - first: The first sequence.
  ///   - second: The second sequence.
  ///   - rest: Further sequences.
  /// - Returns: An infallible sequence. It completes when all sequences have completed.
  public static func zip<First, Second, each Rest>(
    _ first: Infallible<First>, _ second: Infallible<Second>,
    _ rest: repeat Infallible<each Rest>
  ) -> Infallible<(First, Second, repeat each Rest)> {
    Infallible<(First, Second, repeat each Rest)>.zip(
      first, second, repeat each rest, resultSelector: tuple)
  }
}
