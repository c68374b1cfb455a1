extension ObservableType {
  /// Returns an observable sequence that sends one element and completes.
  ///
  /// Both events are sent before `subscribe` returns, on the thread that subscribes.
  ///
  /// - Parameter element: The element to send.
  /// - Returns: An observable sequence of one element.
  @inlinable
  public static func just(_ element: Element) -> Observable<Element> {
    Just(element)
  }

  /// Returns an observable sequence that sends one element on a scheduler and completes.
  ///
  /// - Parameters:
  ///   - element: The element to send.
  ///   - scheduler: The scheduler that sends the element and then the completion. Disposing the
  ///     subscription cancels the events that have not been sent.
  /// - Returns: An observable sequence of one element, which is sent on `scheduler`.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Observable<Element> {
    SequenceProducer(CollectionOfOne(element), scheduler: scheduler)
  }
}

/// The sequence that sends one element. Its subscriptions need no sink, because both events are
/// sent before `attach(_:)` returns.
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
