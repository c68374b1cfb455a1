/// A subject that sends only its last element, when it completes.
///
/// Observers that subscribe after the completion also receive the last element and the completion.
/// If the subject fails, it sends the error without an element.
public final class AsyncSubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable {
  /// The type of the observer that ``asObserver()`` returns.
  public typealias SubjectObserverType = AsyncSubject<Element>

  private var last: Element?

  /// Creates a subject without observers.
  public override init() {}

  /// Returns the subject as an observer.
  ///
  /// - Returns: The subject itself.
  public func asObserver() -> AsyncSubject<Element> { self }

  override var storesElements: Bool { true }

  override func store(_ element: inout Element) -> Bool {
    let previous = last
    last = element
    if let previous { element = previous }
    return false
  }

  override func keepsElements(after end: SubjectTermination) -> Bool {
    if case .completed = end { true } else { false }
  }

  override func storedElements(after end: SubjectTermination?) -> [Element] {
    guard case .completed = end, let last else { return [] }
    return [last]
  }

  override func finalElement(before end: SubjectTermination) -> Element? {
    if case .completed = end { last } else { nil }
  }

  override func removeStoredElements() -> Any? {
    let removed = last
    last = nil
    return removed
  }
}
