extension ObservableType {
  /// Returns a sequence whose observers share one subscription to this sequence through a subject.
  ///
  /// - Parameter subject: The subject that all connections use. Once it has ended, new observers
  ///   receive only its replayed elements and its failure or completion.
  /// - Returns: A connectable sequence that subscribes to this sequence when
  ///   ``ConnectableObservableType/connect()`` is called.
  public func multicast<Subject: SubjectType>(
    _ subject: Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    Multicast(asObservable()) { subject }
  }

  /// Returns a sequence whose observers share one subscription to this sequence through a subject.
  ///
  /// A new subject is created for each connection.
  ///
  /// - Parameter makeSubject: A closure that returns the subject of the next connection. It is
  ///   called when the first observer subscribes or when the sequence is connected, whichever
  ///   happens first.
  /// - Returns: A connectable sequence that subscribes to this sequence when
  ///   ``ConnectableObservableType/connect()`` is called.
  public func multicast<Subject: SubjectType>(
    makeSubject: @escaping () -> Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    Multicast(asObservable(), makeSubject)
  }

  /// Returns a connectable sequence whose observers share one subscription to this sequence.
  ///
  /// Each observer receives the events that are sent after it subscribed.
  ///
  /// - Returns: A connectable sequence, which ends in the same way as this sequence. Connecting it
  ///   subscribes to this sequence. Disposing the connection unsubscribes without sending a failure
  ///   or completion.
  public func publish() -> ConnectableObservable<Element> {
    multicast { PublishSubject<Element>() }
  }

  /// Returns a connectable sequence whose observers share one subscription to this sequence. A new
  /// observer first receives the previous elements, up to a limit.
  ///
  /// - Parameter bufferSize: The maximum number of elements that are replayed; not negative. The
  ///   elements are retained until the connection ends.
  /// - Returns: A connectable sequence, which ends in the same way as this sequence. Connecting it
  ///   subscribes to this sequence. Disposing the connection unsubscribes without sending a failure
  ///   or completion.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    multicast { ReplaySubject<Element>.create(bufferSize: bufferSize) }
  }

  /// Returns a connectable sequence whose observers share one subscription to this sequence. A new
  /// observer first receives all previous elements.
  ///
  /// The elements are retained until the connection ends.
  ///
  /// - Returns: A connectable sequence, which ends in the same way as this sequence. Connecting it
  ///   subscribes to this sequence. Disposing the connection unsubscribes without sending a failure
  ///   or completion.
  public func replayAll() -> ConnectableObservable<Element> {
    multicast { ReplaySubject<Element>.createUnbounded() }
  }
}

/// A sequence whose observers share one subscription to its source through a subject. The subject
/// is created when the first observer subscribes or when the sequence is connected.
final class Multicast<Subject: SubjectType>: ConnectableObservable<Subject.Element>,
  @unchecked Sendable
{
  private let source: Observable<Subject.Observer.Element>
  private let makeSubject: () -> Subject
  private let lock = Lock()
  private var subject: Subject?
  private var connection: MulticastConnection<Subject>?
  private var ended = 0

  init(
    _ source: Observable<Subject.Observer.Element>, _ makeSubject: @escaping () -> Subject
  ) {
    self.source = source
    self.makeSubject = makeSubject
  }

  override var generation: Int { lock.withLock { ended } }

  override func attach(_ observer: ObserverBase<Subject.Element>) -> DisposableObject {
    currentSubject().asObservable().attach(observer)
  }

  override func connect() -> any Disposable {
    while true {
      let before = generation
      let made = MulticastConnection(self, currentSubject().asObserver().asObject)
      let current = lock.withLock { () -> MulticastConnection<Subject>? in
        if let connection { return connection }
        // If a connection ended after `before` was read, `made` may use that connection's subject.
        guard ended == before else { return nil }
        connection = made
        return made
      }
      guard let current else { continue }
      if current === made { made.subscribe(to: source) }
      return current
    }
  }

  fileprivate func connectionDidEnd() {
    let dropped = lock.withLock {
      let dropped = subject
      connection = nil
      subject = nil
      ended += 1
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  /// Returns the subject of the current connection or, if there is none, of the next connection.
  private func currentSubject() -> Subject {
    if let subject = lock.withLock({ subject }) { return subject }
    // The closure runs outside the lock. If two threads run it, the first stored result is used.
    let made = makeSubject()
    return lock.withLock {
      if let subject { return subject }
      subject = made
      return made
    }
  }
}

/// A subscription to the source of a multicast sequence.
final class MulticastConnection<Subject: SubjectType>: SourceObserver<Subject.Observer.Element>,
  @unchecked Sendable
{
  private let parent: Multicast<Subject>
  private let deliveryGate: SerialGate
  /// The subject as an observer, or `nil` after the connection has ended. An ended connection must
  /// not retain the elements that the subject replays. After initialization, the property is
  /// accessed only inside `deliveryGate`.
  private var subjectObserver: ObserverBase<Subject.Observer.Element>?

  init(
    _ parent: Multicast<Subject>, _ subjectObserver: ObserverBase<Subject.Observer.Element>
  ) {
    self.parent = parent
    self.subjectObserver = subjectObserver
    let gate = SerialGate()
    deliveryGate = gate
    super.init(gate: gate)
  }

  override func receive(_ element: Subject.Observer.Element) { subjectObserver?.next(element) }

  override func receiveError(_ error: any Error) { subjectObserver?.error(error) }

  override func receiveCompleted() { subjectObserver?.completed() }

  override func didEnd() {
    parent.connectionDidEnd()
    // `deliveryGate` is occupied while the source ends, so the closure runs after the end was sent.
    deliveryGate.perform { [self] in subjectObserver = nil }
  }
}
