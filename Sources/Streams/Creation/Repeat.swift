extension ObservableType {
  /// A sequence of one element, over and over again without end.
  public static func repeatElement(
    _ element: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    SequenceProducer(AnySequence { AnyIterator { element } }, scheduler: scheduler)
  }
}
