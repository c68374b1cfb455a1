/// A subject that replays its previous elements to each new observer: either all of them or only
/// the last ones, up to a limit.
///
/// An observer that subscribes after the subject has ended receives the replayed elements and then
/// the failure or completion. These elements are retained until the subject is disposed or
/// deallocated.
public final class ReplaySubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable {
  /// The type of the observer that ``asObserver()`` returns.
  public typealias SubjectObserverType = ReplaySubject<Element>

  @safe @exclusivity(unchecked) private var buffer: ReplayBuffer<Element>

  private init(limit: Int) {
    buffer = ReplayBuffer(limit: limit)
  }

  /// Creates a subject that replays a limited number of elements.
  ///
  /// - Parameter bufferSize: The maximum number of elements that are kept; not negative.
  /// - Returns: A subject without elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    precondition(bufferSize >= 0, "bufferSize must not be negative.")
    return ReplaySubject(limit: bufferSize)
  }

  /// Creates a subject that replays all elements. All elements are retained until the subject is
  /// disposed or deallocated.
  ///
  /// - Returns: A subject without elements.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(limit: .max)
  }

  /// Returns the subject as an observer.
  ///
  /// - Returns: The subject itself.
  public func asObserver() -> ReplaySubject<Element> { self }

  override var storesElements: Bool { true }

  override func store(_ element: inout Element) -> Bool {
    buffer.append(&element)
    return true
  }

  override func storedElements(after end: SubjectTermination?) -> [Element] {
    buffer.all
  }

  override func removeStoredElements() -> Any? {
    buffer.removeAll()
  }
}
