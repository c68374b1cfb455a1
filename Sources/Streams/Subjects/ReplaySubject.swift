/// A subject that sends a new observer what it sent before: the last few elements, or all.
///
/// A late subscriber gets them too, and then the end.
public final class ReplaySubject<Element>: SubjectBase<Element>, SubjectType, @unchecked Sendable {
  /// The type of the observer side: the subject itself.
  public typealias SubjectObserverType = ReplaySubject<Element>

  @safe @exclusivity(unchecked) private var buffer: ReplayBuffer<Element>

  private init(limit: Int) {
    buffer = ReplayBuffer(limit: limit)
  }

  /// A subject that remembers so many elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    precondition(bufferSize >= 0, "A replay buffer cannot hold fewer than no elements.")
    return ReplaySubject(limit: bufferSize)
  }

  /// A subject that remembers everything.
  public static func createUnbounded() -> ReplaySubject<Element> {
    ReplaySubject(limit: .max)
  }

  /// Returns itself.
  public func asObserver() -> ReplaySubject<Element> { self }

  override var remembers: Bool { true }

  override func remember(_ element: inout Element) -> Bool {
    buffer.append(&element)
    return true
  }

  override func remembered(after end: SubjectTermination?) -> [Element] {
    buffer.all
  }

  override func forget() -> Any? {
    buffer.removeAll()
  }
}
