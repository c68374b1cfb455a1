/// A subject that sends only its last element, and that only when it completes.
///
/// If it fails, it sends the error alone. Late subscribers get the same.
public final class AsyncSubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable {
  /// The type of the observer side: the subject itself.
  public typealias SubjectObserverType = AsyncSubject<Element>

  private var last: Element?

  /// A subject without observers.
  public override init() {}

  /// Returns itself.
  public func asObserver() -> AsyncSubject<Element> { self }

  override var remembers: Bool { true }

  override func remember(_ element: inout Element) -> Bool {
    let previous = last
    last = element
    if let previous { element = previous }
    return false
  }

  override func remembered(after end: SubjectTermination?) -> [Element] {
    guard case .completed = end, let last else { return [] }
    return [last]
  }

  override func lastWord(before end: SubjectTermination) -> Element? {
    if case .completed = end { last } else { nil }
  }

  override func forget() -> Any? {
    let forgotten = last
    last = nil
    return forgotten
  }
}
