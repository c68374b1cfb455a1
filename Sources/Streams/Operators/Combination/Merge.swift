extension ObservableType where Element: ObservableConvertibleType {
  /// Returns an observable sequence that subscribes to all sequences that this sequence sends, and
  /// sends their elements as they arrive.
  ///
  /// - Returns: An observable sequence. It completes when this sequence and all sequences that it
  ///   sent have completed, and fails as soon as one of them fails.
  public func merge() -> Observable<Element.Element> {
    Merge(asObservable(), limit: .max) { $0.asObservable() }
  }

  /// Returns an observable sequence that subscribes to the sequences that this sequence sends, at
  /// most `maxConcurrent` at a time, and sends their elements as they arrive.
  ///
  /// - Parameter maxConcurrent: The maximum number of sequences that are subscribed to at the same
  ///   time; greater than 0. Further sequences are retained until they can be subscribed to.
  /// - Returns: An observable sequence. It completes when this sequence and all sequences that it
  ///   sent have completed, and fails as soon as one of them fails.
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    precondition(maxConcurrent > 0, "maxConcurrent must be greater than 0.")
    return Merge(asObservable(), limit: maxConcurrent) { $0.asObservable() }
  }
}

extension ObservableType {
  /// Returns an observable sequence that subscribes to all sequences in a collection and sends
  /// their elements as they arrive.
  ///
  /// - Parameter sources: The sequences, all of which are subscribed to immediately.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    merge(Array(sources))
  }

  /// Returns an observable sequence that subscribes to all sequences in an array and sends
  /// their elements as they arrive.
  ///
  /// - Parameter sources: The sequences, all of which are subscribed to immediately.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    Merge(ElementsAtOnce(sources), limit: .max) { $0 }
  }

  /// Returns an observable sequence that sends the elements of the given sequences, as they arrive.
  ///
  /// - Parameter sources: The sequences, all of which are subscribed to immediately.
  /// - Returns: An observable sequence. It completes when all sequences have completed, and fails
  ///   as soon as one of them fails.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }
}

final class Merge<Input, Output>: Flatten<Input, Output>, @unchecked Sendable {}

/// An observable sequence that sends the elements of an array before `subscribe` returns.
///
/// `merge` must subscribe to all its sources before `subscribe` returns. It therefore does not use
/// `Observable.from`, which may run other work on the thread between two elements.
final class ElementsAtOnce<Element>: Observable<Element>, @unchecked Sendable {
  private let elements: [Element]

  init(_ elements: [Element]) {
    self.elements = elements
  }

  override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    for element in elements { observer.next(element) }
    observer.completed()
    return NopDisposable.shared
  }
}
