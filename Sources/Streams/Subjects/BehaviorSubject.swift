/// A subject with a current value, which it sends to each new observer.
///
/// An observer that subscribes after the subject has ended receives only the failure or completion.
/// The subject retains its value until the subject is disposed or deallocated.
public final class BehaviorSubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable
{
  /// The type of the observer that ``asObserver()`` returns.
  public typealias SubjectObserverType = BehaviorSubject<Element>

  /// The latest element, or `nil` after `dispose()`.
  @safe @exclusivity(unchecked) private var latest: Box?

  /// The storage of the value. If the subject stored an optional element directly, the layout of
  /// the optional would be looked up at run time for each event.
  private final class Box {
    @safe @exclusivity(unchecked) var element: Element

    init(_ element: Element) { self.element = element }
  }

  /// Creates a subject.
  ///
  /// - Parameter value: The first value.
  public init(value: Element) {
    latest = Box(value)
  }

  /// Returns the current value.
  ///
  /// - Returns: The last element that the subject received, or its initial value.
  /// - Throws: The error with which the subject failed, or ``RxError/disposed(object:)`` if the
  ///   subject has been disposed.
  public func value() throws -> Element {
    try withTermination { end in
      if case .error(let error) = end { throw error }
      guard let latest else { throw RxError.disposed(object: self) }
      return latest.element
    }
  }

  /// Returns the subject as an observer.
  ///
  /// - Returns: The subject itself.
  public func asObserver() -> BehaviorSubject<Element> { self }

  override var storesElements: Bool { true }

  override func store(_ element: inout Element) -> Bool {
    if let latest { element = exchange(&latest.element, with: element) }
    return true
  }

  override func storedElements(after end: SubjectTermination?) -> [Element] {
    guard case .none = end, let latest else { return [] }
    return [latest.element]
  }

  override func removeStoredElements() -> Any? {
    let removed = latest
    latest = nil
    return removed
  }
}
