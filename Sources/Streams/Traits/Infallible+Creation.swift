extension InfallibleType {
  /// Returns an infallible sequence that sends one element and completes, before `subscribe`
  /// returns.
  ///
  /// - Parameter element: The element to send.
  /// - Returns: An infallible sequence of one element.
  public static func just(_ element: Element) -> Infallible<Element> {
    Infallible(.just(element))
  }

  /// Returns an infallible sequence that sends one element on a scheduler and completes.
  ///
  /// - Parameters:
  ///   - element: The element to send.
  ///   - scheduler: The scheduler that sends the element and then the completion.
  /// - Returns: An infallible sequence of one element. Disposing the subscription cancels the
  ///   events that have not been sent.
  public static func just(
    _ element: Element, scheduler: any ImmediateSchedulerType
  ) -> Infallible<Element> {
    Infallible(.just(element, scheduler: scheduler))
  }

  /// Returns an infallible sequence that completes without sending an element.
  ///
  /// - Returns: An infallible sequence that completes before `subscribe` returns, on the thread
  ///   that subscribes.
  public static func empty() -> Infallible<Element> { Infallible(.empty()) }

  /// Returns an infallible sequence that sends no event and never ends.
  ///
  /// - Returns: An infallible sequence that does not end. The sequence does not retain its
  ///   observers.
  public static func never() -> Infallible<Element> { Infallible(.never()) }

  /// Returns an infallible sequence that calls a closure for each subscription and sends the events
  /// of the sequence that the closure returns.
  ///
  /// - Parameter observableFactory: A closure that returns the sequence for one subscription. It
  ///   runs on the thread that subscribes. If it throws, the result fails; see ``Infallible``.
  /// - Returns: An infallible sequence. It completes when the sequence from the closure has
  ///   completed.
  public static func deferred(
    _ observableFactory: @escaping () throws -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(.deferred { try observableFactory().asObservable() })
  }
}

extension Infallible {
  /// Returns an infallible sequence that sends the given elements and completes.
  ///
  /// - Parameters:
  ///   - elements: The elements to send, in order.
  ///   - scheduler: The scheduler that sends the elements; for the default scheduler, see
  ///     ``ObservableType/of(_:scheduler:)``.
  /// - Returns: An infallible sequence of `elements`. Disposing the subscription cancels the events
  ///   that have not been sent.
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(elements, scheduler: scheduler))
  }

  /// Returns an infallible sequence that sends the elements of an array and completes.
  ///
  /// - Parameters:
  ///   - array: The elements to send, in order.
  ///   - scheduler: The scheduler that sends the elements; for the default scheduler, see
  ///     ``ObservableType/of(_:scheduler:)``.
  /// - Returns: An infallible sequence of the elements of `array`. Disposing the subscription
  ///   cancels the events that have not been sent.
  public static func from(
    _ array: [Element],
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(array, scheduler: scheduler))
  }

  /// Returns an infallible sequence that sends the elements of a Swift sequence and completes.
  ///
  /// - Parameters:
  ///   - sequence: The elements to send. Each subscription creates its own iterator.
  ///   - scheduler: The scheduler that requests the elements from the iterator and sends them; for
  ///     the default scheduler, see ``ObservableType/of(_:scheduler:)``.
  /// - Returns: An infallible sequence of the elements of `sequence`. Disposing the subscription
  ///   cancels the events that have not been sent.
  public static func from<Elements: Sequence>(
    _ sequence: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> where Elements.Element == Element {
    Infallible(.from(sequence, scheduler: scheduler))
  }
}
