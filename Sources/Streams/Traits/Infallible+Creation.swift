extension InfallibleType {
  /// A sequence of one element.
  public static func just(_ element: Element) -> Infallible<Element> {
    Infallible(.just(element))
  }

  /// A sequence of one element, sent on a scheduler.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> {
    Infallible(.just(element, scheduler: scheduler))
  }

  /// A sequence without elements.
  public static func empty() -> Infallible<Element> { Infallible(.empty()) }

  /// A sequence that sends nothing, ever.
  public static func never() -> Infallible<Element> { Infallible(.never()) }

  /// A sequence that is made anew for each subscription.
  public static func deferred(
    _ observableFactory: @escaping () throws -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(.deferred { try observableFactory().asObservable() })
  }
}

extension Infallible {
  /// A sequence of the given elements.
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(elements, scheduler: scheduler))
  }

  /// A sequence of an array's elements.
  public static func from(
    _ array: [Element],
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(array, scheduler: scheduler))
  }

  /// A sequence of the elements of any sequence of the language.
  public static func from<Elements: Sequence>(
    _ sequence: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> where Elements.Element == Element {
    Infallible(.from(sequence, scheduler: scheduler))
  }
}
