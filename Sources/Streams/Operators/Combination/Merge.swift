extension ObservableType where Element: ObservableConvertibleType {
  /// A sequence of the elements of all the sequences that this one sends, as they come.
  public func merge() -> Observable<Element.Element> {
    Merge(asObservable(), limit: .max) { $0.asObservable() }
  }

  /// A sequence of the elements of all the sequences that this one sends, of which only so
  /// many are subscribed to at a time.
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    precondition(maxConcurrent > 0, "Nothing can be merged without a subscription.")
    return Merge(asObservable(), limit: maxConcurrent) { $0.asObservable() }
  }
}

extension ObservableType {
  /// A sequence of the elements of several, as they come.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    merge(Array(sources))
  }

  /// A sequence of the elements of several, as they come.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    Merge(ElementsAtOnce(sources), limit: .max) { $0 }
  }

  /// A sequence of the elements of several, as they come.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }
}

final class Merge<Input, Output>: Flatten<Input, Output>, @unchecked Sendable {}

/// The elements of an array, sent while it is subscribed to.
///
/// Unlike `Observable.from`, which takes turns with other work of the thread: the sources
/// of `merge` are all subscribed to when it has been subscribed to.
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
