extension ObservableType {
  /// A sequence of one element.
  @inlinable
  public static func just(_ element: Element) -> Observable<Element> {
    Just(element)
  }

  /// A sequence of one element, sent on a scheduler.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    SequenceProducer(CollectionOfOne(element), scheduler: scheduler)
  }
}

/// The sequence of one element; it needs no sink.
@usableFromInline
final class Just<Element>: Observable<Element>, @unchecked Sendable {
  private let element: Element

  @usableFromInline
  init(_ element: Element) {
    self.element = element
  }

  @usableFromInline
  override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    observer.next(element)
    observer.completed()
    return NopDisposable.shared
  }
}
