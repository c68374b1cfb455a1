extension ObservableType {
  /// Returns an observable sequence that sends the elements of this sequence for a given time and
  /// then completes.
  ///
  /// - Parameters:
  ///   - duration: The time, measured from the subscription.
  ///   - scheduler: The scheduler that runs the timer and sends the completion. Each element is
  ///     sent on the thread on which this sequence sends it.
  /// - Returns: An observable sequence. It ends earlier if this sequence does. Disposing the
  ///   subscription cancels the timer.
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    take(until: Observable<Int>.timer(duration, scheduler: scheduler))
  }
}
