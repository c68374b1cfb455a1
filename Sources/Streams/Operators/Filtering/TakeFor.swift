extension ObservableType {
  /// A sequence of this one's elements for a while, after which it completes.
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    take(until: Observable<Int>.timer(duration, scheduler: scheduler))
  }
}
