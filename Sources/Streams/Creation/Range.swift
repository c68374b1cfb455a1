/// The integers that the creation operators count with.
public typealias RxAbstractInteger = FixedWidthInteger

extension ObservableType where Element: RxAbstractInteger {
  /// A sequence of integers that follow each other.
  public static func range(
    start: Element, count: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    precondition(count >= 0, "A range cannot have a negative number of elements.")
    guard count > 0 else { return SequenceProducer(EmptyCollection(), scheduler: scheduler) }
    let (last, overflows) = start.addingReportingOverflow(count - 1)
    precondition(!overflows, "The end of the range is not representable.")
    return SequenceProducer(IntegerRange(first: start, last: last), scheduler: scheduler)
  }
}

/// Integers that follow each other; unlike a range, of any integer type.
struct IntegerRange<Element: FixedWidthInteger>: Sequence {
  let first: Element
  let last: Element

  func makeIterator() -> AnyIterator<Element> {
    var next: Element? = first
    return AnyIterator { [last] in
      guard let element = next else { return nil }
      next = element == last ? nil : element + 1
      return element
    }
  }
}
