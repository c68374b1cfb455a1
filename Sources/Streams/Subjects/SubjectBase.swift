/// The base class of subjects. It stores the observers and the way in which the subject ended, and
/// delivers events one at a time. No lock is held while an observer runs.
///
/// Events may be sent to a subject on any thread. All observers receive them in the same order. If
/// an observer sends an event to the subject while handling another event, the new event is
/// delivered after the other one. Debug builds report nested and overlapping calls to `Hooks`.
///
/// The subject retains an observer until the subject ends or is disposed, or until the observer's
/// subscription is disposed. Subscriptions refer to the subject weakly.
public class SubjectBase<Element>: Observable<Element>, Cancelable, ObserverType, SubscriptionOwner,
  @unchecked Sendable
{
  private final let tracker = SynchronizationTracker()
  private final let lock = Lock()
  private final let gate = SerialGate()
  @safe @exclusivity(unchecked) private final var observers = ObserverBag()
  @safe @exclusivity(unchecked) private final var termination: SubjectTermination?

  override init() {}

  /// A Boolean value indicating whether the subject has observers.
  public final var hasObservers: Bool { lock.withLock { !observers.isEmpty } }

  /// A Boolean value indicating whether the subject has been disposed.
  public final var isDisposed: Bool {
    lock.withLock {
      if case .disposed = termination { true } else { false }
    }
  }

  final var isFinished: Bool {
    lock.withLock { if case .none = termination { false } else { true } }
  }

  /// Sends an event to all observers. They run on the calling thread or, if another thread is
  /// delivering an event, on that thread after the current event.
  ///
  /// - Parameter event: The event to send. It is ignored if the subject has ended or been disposed.
  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  /// Sends an element to all observers. They run on the calling thread or, if another thread is
  /// delivering an event, on that thread after the current event.
  ///
  /// - Parameter element: The element to send. It is ignored if the subject has ended or been
  ///   disposed. An ``AsyncSubject`` stores it, and sends only the last element, on completion.
  public final func onNext(_ element: Element) {
    tracker.tracking {
      if storesElements { return storeAndSend(element) }
      var recipients = ObserverBag()
      let work = lock.withLock {
        guard case .none = termination else { return RemainingWork.none }
        recipients = observers
        return enterOrEnqueue(element, recipients)
      }
      deliver(element, to: recipients, work)
    }
  }

  @inline(never)
  private final func storeAndSend(_ element: Element) {
    // If `store(_:)` stops storing an older element, it assigns that element to this variable, so
    // that the element is released outside the lock.
    var exchanged = element
    var recipients = ObserverBag()
    let work = lock.withLock {
      guard case .none = termination, store(&exchanged) else { return RemainingWork.none }
      recipients = observers
      return enterOrEnqueue(element, recipients)
    }
    deliver(element, to: recipients, work)
  }

  /// Enters the gate, or queues the element if the gate is occupied. The caller holds the lock.
  @inline(__always)
  private final func enterOrEnqueue(
    _ element: Element, _ recipients: ObserverBag
  ) -> RemainingWork {
    gate.enter() ? .deliver : queue(element, recipients)
  }

  @inline(never)
  private final func queue(
    _ element: Element, _ recipients: ObserverBag
  ) -> RemainingWork {
    let mustDrain = gate.append {
      recipients.forEach(of: Element.self) { $0.next(element) }
    }
    return mustDrain ? .drainQueue : .none
  }

  @inline(__always)
  private final func deliver(
    _ element: Element, to recipients: ObserverBag, _ work: RemainingWork
  ) {
    switch work {
    case .none: return
    case .deliver:
      recipients.forEach(of: Element.self) { $0.next(element) }
      gate.leave()
    case .drainQueue: gate.drain()
    }
  }

  /// Sends a failure to all observers and releases them. The observers run on the calling thread
  /// or, if another thread is delivering an event, on that thread after the current event.
  ///
  /// - Parameter error: The error to send. It is ignored if the subject has ended or been disposed.
  public final func onError(_ error: any Error) {
    terminate(.error(error)) { observer, _ in observer.error(error) }
  }

  /// Sends a completion to all observers and releases them, unless the subject has already ended.
  ///
  /// The observers run on the calling thread or, if another thread is delivering an event, on that
  /// thread after the current event.
  public final func onCompleted() {
    terminate(.completed) { observer, last in
      if let last { observer.next(last) }
      observer.completed()
    }
  }

  /// Releases all observers and stored elements without sending an event.
  public final func dispose() {
    var removed: Any?
    var end: SubjectTermination? = .disposed
    let dropped = lock.withLock {
      swap(&termination, &end)
      removed = removeStoredElements()
      return observers.takeAll()
    }
    // Observers, elements and an error are released outside the lock: a `deinit` may call the
    // subject.
    dropped.markDisposed()
    withExtendedLifetime((removed, end)) {}
  }

  final override func attach(_ observer: ObserverBase<Element>) -> DisposableObject {
    if storesElements { return attachAndReplay(observer) }
    let subscription = SubjectSubscription(subject: self)
    let end = lock.withLock {
      if case .none = termination { observers.insert(observer, subscription) }
      return termination
    }
    return end.map { send($0, to: observer) } ?? subscription
  }

  private final func attachAndReplay(_ observer: ObserverBase<Element>) -> DisposableObject {
    let subscription = SubjectSubscription(subject: self)
    var replaying: ReplayingObserver<Element>?
    var stored: [Element] = []
    let end = lock.withLock {
      stored = storedElements(after: termination)
      if case .none = termination {
        // If there is no element to replay, no event has to wait.
        replaying = stored.isEmpty ? nil : ReplayingObserver(observer)
        observers.insert(replaying ?? observer, subscription)
      }
      return termination
    }
    for element in stored { observer.next(element) }
    if let end { return send(end, to: observer) }
    guard let replaying else { return subscription }
    replaying.open()
    // No event has to wait any more, so `observer` replaces `replaying`. The order is kept, because
    // the subject delivers an event only after the previous event has been delivered.
    let replaced = lock.withLock {
      observers.replaceObserver(of: subscription, with: observer)
    }
    withExtendedLifetime(replaced) {}
    return subscription
  }

  private final func send(
    _ end: SubjectTermination, to observer: ObserverBase<Element>
  ) -> DisposableObject {
    switch end {
    case .completed: observer.completed()
    case .error(let error): observer.error(error)
    case .disposed: observer.error(RxError.disposed(object: self))
    }
    return NopDisposable.shared
  }

  final func unsubscribe(_ subscription: SubjectSubscription) {
    // The removed observer is released outside the lock.
    _ = lock.withLock { observers.removeObserver(of: subscription) }
  }

  /// Calls a closure with the way in which the subject ended, or with `nil` if the subject has not
  /// ended. The lock is held during the call.
  final func withTermination<Result>(
    _ body: (SubjectTermination?) throws -> Result
  ) rethrows -> Result {
    try lock.withLock { try body(termination) }
  }

  private final func terminate(
    _ end: SubjectTermination, send: @escaping (ObserverBase<Element>, Element?) -> Void
  ) {
    tracker.tracking {
      var removed: Any?
      let mustDrain = lock.withLock {
        guard case .none = termination else { return false }
        termination = end
        if !keepsElements(after: end) { removed = removeStoredElements() }
        let recipients = observers.takeAll()
        let last = finalElement(before: end)
        return gate.append { recipients.forEach(of: Element.self) { send($0, last) } }
      }
      withExtendedLifetime(removed) {}
      if mustDrain { gate.drain() }
    }
  }

  /// A Boolean value indicating whether the subject stores elements for later observers.
  var storesElements: Bool { false }

  /// Stores an element. The caller holds the lock.
  ///
  /// - Parameter element: The element to store. On return, the variable may contain an element that
  ///   is no longer stored. The caller releases that element outside the lock.
  /// - Returns: Whether the subject sends the new element now.
  func store(_ element: inout Element) -> Bool { true }

  /// Returns whether stored elements may still be needed after `end`. The caller holds the lock.
  func keepsElements(after end: SubjectTermination) -> Bool { true }

  /// Returns the elements that a new observer receives first. The caller holds the lock.
  func storedElements(after end: SubjectTermination?) -> [Element] { [] }

  /// Returns the element that the observers receive just before `end`. The caller holds the lock.
  func finalElement(before end: SubjectTermination) -> Element? { nil }

  /// Removes the stored elements and returns them, so that they can be released outside the lock.
  /// The caller holds the lock.
  func removeStoredElements() -> Any? { nil }
}

/// The work that remains for an element after the subject's lock has been released.
private enum RemainingWork {
  /// No work remains: the event is not sent, or the thread that occupies the gate sends it.
  case none
  /// The caller occupies the gate and sends the event.
  case deliver
  /// The caller occupies the gate and sends the queued events.
  case drainQueue
}
