/// The constraint on the elements of `range`, `interval` and `timer`.
public typealias RxAbstractInteger = FixedWidthInteger

extension ObservableType where Element: RxAbstractInteger {
  /// Returns an observable sequence of consecutive integers.
  ///
  /// - Parameters:
  ///   - start: The first integer.
  ///   - count: The number of integers; not negative. The last integer must be representable in
  ///     `Element`.
  ///   - scheduler: The scheduler that sends the integers; for the default scheduler, see
  ///     ``ObservableType/of(_:scheduler:)``.
  /// - Returns: An observable sequence that completes after `count` integers. Disposing the
  ///   subscription stops the sequence before the next integer.
  public static func range(
    start: Element, count: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    precondition(count >= 0, "count must not be negative.")
    guard count > 0 else { return SequenceProducer(EmptyCollection(), scheduler: scheduler) }
    let (last, overflows) = start.addingReportingOverflow(count - 1)
    precondition(!overflows, "The last integer is not representable in Element.")
    return SequenceProducer(IntegerRange(first: start, last: last), scheduler: scheduler)
  }
}

/// A sequence of consecutive integers, possibly more than `Int.max` of them.
struct IntegerRange<Element: FixedWidthInteger>: Sequence, IteratorProtocol {
  private var upcoming: Element
  private let last: Element
  private var hasNext = true

  init(first: Element, last: Element) {
    upcoming = first
    self.last = last
  }

  mutating func next() -> Element? {
    guard hasNext else { return nil }
    let element = upcoming
    hasNext = element != last
    if hasNext { upcoming = element + 1 }
    return element
  }
}
