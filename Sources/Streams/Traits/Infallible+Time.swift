extension InfallibleType {
  /// A sequence of the elements that no other follows within a while.
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().debounce(dueTime, scheduler: scheduler))
  }

  /// A sequence of one element in each while: the first, and the latest if asked for.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
  }

  /// This sequence, its elements and end sent a while later.
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().delay(dueTime, scheduler: scheduler))
  }

  /// This sequence, subscribed to a while later.
  public func delaySubscription(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().delaySubscription(dueTime, scheduler: scheduler))
  }

  /// This sequence, its events sent on a scheduler.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(asObservable().observe(on: scheduler))
  }

  /// This sequence, subscribed to and disposed on a scheduler.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(asObservable().subscribe(on: scheduler))
  }
}
