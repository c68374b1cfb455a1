extension ObservableType {
  /// Returns an observable sequence that sends the elements of this sequence and then the elements
  /// of another sequence.
  ///
  /// - Parameter second: The sequence that is subscribed to when this one has completed.
  /// - Returns: An observable sequence. It completes when the second sequence completes, and fails
  ///   when either sequence fails.
  public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
  where Source.Element == Element {
    .concat(asObservable(), second.asObservable())
  }

  /// Returns an observable sequence that sends the elements of several sequences, one sequence
  /// after the other.
  ///
  /// - Parameter sequence: The sequences, possibly infinitely many. Each is requested only when the
  ///   previous one has completed.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and
  ///   fails as soon as a sequence fails.
  public static func concat<Sources: Sequence>(_ sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Concat { AnyIterator(sequence.makeIterator()) }
  }

  /// Returns an observable sequence that sends the elements of several sequences, one sequence
  /// after the other.
  ///
  /// - Parameter collection: The sequences. Each is subscribed to when the previous one has
  ///   completed.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and
  ///   fails as soon as a sequence fails.
  public static func concat<Sources: Collection>(_ collection: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Concat { AnyIterator(collection.makeIterator()) }
  }

  /// Returns an observable sequence that sends the elements of the given sequences, one sequence
  /// after the other.
  ///
  /// - Parameter sources: The sequences. Each is subscribed to when the previous one has completed.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and
  ///   fails as soon as a sequence fails.
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    Concat { AnyIterator(ArrayElements(sources)) }
  }
}

final class ConcatSink<Element>: SequentialSink<Element>, @unchecked Sendable {
  override func completed() { advance() }

  override func expand(_ source: Observable<Element>) -> AnyIterator<Observable<Element>>? {
    (source as? Concat<Element>)?.makeIterator()
  }
}

final class Concat<Element>: Producer<Element>, @unchecked Sendable {
  fileprivate let makeIterator: () -> AnyIterator<Observable<Element>>

  init(_ makeIterator: @escaping () -> AnyIterator<Observable<Element>>) {
    self.makeIterator = makeIterator
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let sink = ConcatSink(makeIterator(), observer: observer, cancel: cancel)
    return (sink, sink.start())
  }
}
