extension InfallibleType {
  /// Returns an infallible sequence that sends the elements of this sequence until another sequence
  /// sends an element.
  ///
  /// - Parameter other: The trigger. Its completion has no effect.
  /// - Returns: An infallible sequence. It completes at the first element of the trigger, or
  ///   earlier if this sequence completes.
  public func take<Source: InfallibleType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().take(until: other.asObservable()))
  }

  /// Returns an infallible sequence that sends the elements of this sequence until another sequence
  /// sends an element.
  ///
  /// - Parameter other: The trigger. Its completion has no effect. Its failure ends the result; see
  ///   ``Infallible``.
  /// - Returns: An infallible sequence. It completes at the first element of the trigger, or
  ///   earlier if this sequence completes.
  public func take<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().take(until: other))
  }

  /// Returns an infallible sequence that sends the elements of this sequence until an element
  /// satisfies a predicate.
  ///
  /// - Parameters:
  ///   - predicate: A closure that returns whether the sequence completes. If it throws, the result
  ///     fails; see ``Infallible``.
  ///   - behavior: Whether the element that satisfies the predicate is sent.
  /// - Returns: An infallible sequence. It completes at the element that satisfies the predicate,
  ///   or when this sequence completes.
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(asObservable().take(until: predicate, behavior: behavior))
  }

  /// Returns an infallible sequence that sends the elements of this sequence as long as they
  /// satisfy a predicate.
  ///
  /// - Parameters:
  ///   - predicate: A closure that returns whether the sequence continues. If it throws, the result
  ///     fails; see ``Infallible``.
  ///   - behavior: Whether the first element that does not satisfy the predicate is sent.
  /// - Returns: An infallible sequence. It completes at the first element that does not satisfy the
  ///   predicate, or when this sequence completes.
  public func take(
    while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(asObservable().take(while: predicate, behavior: behavior))
  }

  /// Returns an infallible sequence that sends the first elements of this sequence and completes.
  ///
  /// - Parameter count: The number of elements; not negative.
  /// - Returns: An infallible sequence of at most `count` elements. It completes after the last of
  ///   them, or when this sequence completes.
  public func take(_ count: Int) -> Infallible<Element> {
    Infallible(asObservable().take(count))
  }

  /// Returns an infallible sequence that sends the elements of this sequence for a given time and
  /// then completes.
  ///
  /// - Parameters:
  ///   - duration: The time, measured from the subscription.
  ///   - scheduler: The scheduler that runs the timer and sends the completion.
  /// - Returns: An infallible sequence. It completes when `duration` has passed, or when this
  ///   sequence completes. Disposing the subscription cancels the timer.
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(asObservable().take(for: duration, scheduler: scheduler))
  }

  /// Returns an infallible sequence without the first elements of this sequence.
  ///
  /// - Parameter count: The number of elements to skip.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func skip(_ count: Int) -> Infallible<Element> {
    Infallible(asObservable().skip(count))
  }

  /// Returns an infallible sequence that begins with the first element of this sequence that does
  /// not satisfy a predicate.
  ///
  /// - Parameter predicate: A closure that returns whether an element is skipped. It is not called
  ///   after it has returned `false`. If it throws, the result fails; see ``Infallible``.
  /// - Returns: An infallible sequence. It completes when this sequence completes.
  public func skip(while predicate: @escaping (Element) throws -> Bool) -> Infallible<Element> {
    Infallible(asObservable().skip(while: predicate))
  }

  /// Returns an infallible sequence of the elements that this sequence sends after the first
  /// element of another sequence.
  ///
  /// - Parameter other: The trigger. Its failure ends the result; see ``Infallible``.
  /// - Returns: An infallible sequence. If this sequence completes after the trigger's first
  ///   element, the result completes. If this sequence completes earlier, the result never ends.
  public func skip<Source: ObservableType>(until other: Source) -> Infallible<Element> {
    Infallible(asObservable().skip(until: other))
  }
}
