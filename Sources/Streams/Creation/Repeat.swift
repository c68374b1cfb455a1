extension ObservableType {
  /// Returns an observable sequence that sends an element repeatedly and never ends.
  ///
  /// - Parameters:
  ///   - element: The element to send.
  ///   - scheduler: The scheduler that sends the elements. With a ``CurrentThreadScheduler``, the
  ///     thread that subscribes is occupied until the subscription is disposed, for example by an
  ///     operator such as ``ObservableType/take(_:)``.
  /// - Returns: An observable sequence that sends `element` until the subscription is disposed.
  public static func repeatElement(
    _ element: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceProducer(AnySequence { AnyIterator { element } }, scheduler: scheduler)
  }
}
