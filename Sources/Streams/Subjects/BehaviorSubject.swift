/// A subject with a value: it sends its observers the latest element on subscribing, and
/// then what comes.
///
/// After an end it sends a late subscriber the end alone.
public final class BehaviorSubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable {
  /// The type of the observer side: the subject itself.
  public typealias SubjectObserverType = BehaviorSubject<Element>

  private var element: Element?

  /// A subject whose value is, at first, the given one.
  public init(value: Element) {
    element = value
  }

  /// The latest element.
  ///
  /// - Throws: The error that the subject failed with, or `RxError.disposed`.
  public func value() throws -> Element {
    try withTermination { end in
      if case .error(let error) = end { throw error }
      guard let element else { throw RxError.disposed(object: self) }
      return element
    }
  }

  /// Returns itself.
  public func asObserver() -> BehaviorSubject<Element> { self }

  override var remembers: Bool { true }

  override func remember(_ element: Element, dropping dropped: inout Element?) -> Bool {
    dropped = self.element
    self.element = element
    return true
  }

  override func remembered(after end: SubjectTermination?) -> [Element] {
    guard case .none = end, let element else { return [] }
    return [element]
  }

  override func forget() -> Any? {
    let forgotten = element
    element = nil
    return forgotten
  }
}
