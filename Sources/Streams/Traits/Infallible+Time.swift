extension InfallibleType {
  /// Returns an infallible sequence that sends the latest element of this sequence when no other
  /// element has arrived for a given time.
  ///
  /// - Parameters:
  ///   - dueTime: The time that must pass without another element.
  ///   - scheduler: The scheduler that runs the timer and sends the elements.
  /// - Returns: An infallible sequence. When this sequence completes, the pending element and the
  ///   completion are sent immediately.
  /// - Note: Disposing the subscription cancels the timer and releases the pending element.
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().debounce(dueTime, scheduler: scheduler))
  }

  /// Returns an infallible sequence that sends at most one element of this sequence per interval.
  ///
  /// Each element that is sent starts an interval. An element that arrives outside an interval is
  /// sent immediately. If `latest` is `true`, the last element that arrives in an interval is sent
  /// at the end of the interval. Otherwise, elements that arrive in an interval are dropped.
  ///
  /// - Parameters:
  ///   - dueTime: The minimum time between consecutive elements.
  ///   - latest: Whether the last element of an interval is sent at the end of the interval.
  ///   - scheduler: The scheduler that measures the time and sends delayed elements.
  /// - Returns: An infallible sequence. When this sequence completes, the completion is sent after
  ///   any pending element.
  /// - Note: Disposing the subscription cancels the timer and releases the pending element.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
  }

  /// Returns an infallible sequence that sends the elements and the completion of this sequence
  /// after a delay.
  ///
  /// - Parameters:
  ///   - dueTime: The delay of each event.
  ///   - scheduler: The scheduler that runs the timers and sends the delayed events.
  /// - Returns: An infallible sequence. Disposing the subscription cancels the pending timer and
  ///   releases the delayed elements.
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().delay(dueTime, scheduler: scheduler))
  }

  /// Returns an infallible sequence that subscribes to this sequence after a delay.
  ///
  /// - Parameters:
  ///   - dueTime: The delay of the subscription to this sequence.
  ///   - scheduler: The scheduler that runs the timer and subscribes to this sequence.
  /// - Returns: An infallible sequence that completes when this sequence completes. Disposing the
  ///   subscription cancels the pending timer.
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().delaySubscription(dueTime, scheduler: scheduler))
  }

  /// Returns an infallible sequence that sends the events of this sequence on a scheduler, one at a
  /// time and in order.
  ///
  /// - Parameter scheduler: The scheduler that sends the events.
  /// - Returns: An infallible sequence that completes when this sequence completes. Disposing the
  ///   subscription releases the events that have not been sent.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(asObservable().observe(on: scheduler))
  }

  /// Returns an infallible sequence that uses a scheduler to subscribe to this sequence and to
  /// dispose the subscription.
  ///
  /// - Parameter scheduler: The scheduler on which the subscription is made and disposed.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(asObservable().subscribe(on: scheduler))
  }
}
