extension ObservableType {
  /// A sequence of this one's elements, and then of another's.
  public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
  where Source.Element == Element {
    .concat([asObservable(), second.asObservable()])
  }

  /// A sequence of the elements of several, one after the other.
  public static func concat<Sources: Sequence>(_ sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Concat { AnyIterator(sequence.makeIterator()) }
  }

  /// A sequence of the elements of several, one after the other.
  public static func concat<Sources: Collection>(_ collection: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    Concat { AnyIterator(collection.makeIterator()) }
  }

  /// A sequence of the elements of several, one after the other.
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    concat(sources)
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
