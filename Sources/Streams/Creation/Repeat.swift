extension ObservableType {
  /// Returns an observable sequence that sends an element again and again and never ends.
  ///
  /// - Parameters:
  ///   - element: The element to send.
  ///   - scheduler: The scheduler that sends the elements. With a ``CurrentThreadScheduler``,
  ///     `subscribe` returns only after something in the chain has ended the subscription, for
  ///     example ``ObservableType/take(_:)``.
  /// - Returns: An observable sequence that sends `element` until the subscription is disposed.
  public static func repeatElement(
    _ element: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceProducer(AnySequence { AnyIterator { element } }, scheduler: scheduler)
  }
}
