/// A subject with a value: it sends its observers the latest element on subscribing, and
/// then what comes.
///
/// After an end it sends a late subscriber the end alone.
public final class BehaviorSubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable
{
  /// The type of the observer side: the subject itself.
  public typealias SubjectObserverType = BehaviorSubject<Element>

  /// The latest element, or nil after `dispose()`.
  @safe @exclusivity(unchecked) private var latest: Box?

  /// The place of an element. An optional element in the subject itself would have its
  /// layout looked up at run time for every event.
  private final class Box {
    @safe @exclusivity(unchecked) var element: Element

    init(_ element: Element) { self.element = element }
  }

  /// A subject whose value is, at first, the given one.
  public init(value: Element) {
    latest = Box(value)
  }

  /// The latest element.
  ///
  /// - Throws: The error that the subject failed with, or `RxError.disposed`.
  public func value() throws -> Element {
    try withTermination { end in
      if case .error(let error) = end { throw error }
      guard let latest else { throw RxError.disposed(object: self) }
      return latest.element
    }
  }

  /// Returns itself.
  public func asObserver() -> BehaviorSubject<Element> { self }

  override var remembers: Bool { true }

  override func remember(_ element: inout Element) -> Bool {
    if let latest { element = exchange(&latest.element, with: element) }
    return true
  }

  override func remembered(after end: SubjectTermination?) -> [Element] {
    guard case .none = end, let latest else { return [] }
    return [latest.element]
  }

  override func forget() -> Any? {
    let forgotten = latest
    latest = nil
    return forgotten
  }
}
