extension ObservableType {
  /// Returns an observable sequence that sends one sequence, called a group, for each key. A group
  /// sends the elements of this sequence that have its key.
  ///
  /// - Parameter keySelector: A closure that returns the key of an element. If it throws, the
  ///   result and all groups fail with that error.
  /// - Returns: An observable sequence. Each group is sent just before its first element. The
  ///   result and all groups end in the same way as this sequence. An observer of a group receives
  ///   only the elements that arrive after it has subscribed.
  /// - Note: The subscription to this sequence lasts until the subscriptions to the result and to
  ///   all groups have been disposed.
  public func groupBy<Key: Hashable>(
    keySelector: @escaping (Element) throws -> Key
  ) -> Observable<GroupedObservable<Key, Element>> {
    GroupBy(asObservable(), keySelector)
  }
}

/// A sequence of elements that have the same key.
public struct GroupedObservable<Key, Element>: ObservableType, @unchecked Sendable {
  /// The key of the elements.
  public let key: Key

  private let source: Observable<Element>

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - key: The key of the elements.
  ///   - source: The sequence of the elements.
  public init(key: Key, source: Observable<Element>) {
    self.key = key
    self.source = source
  }

  /// Subscribes an observer to the elements of the group.
  ///
  /// - Parameter observer: The observer. It is retained until the group ends or the subscription is
  ///   disposed.
  /// - Returns: The subscription.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    source.subscribe(observer)
  }

  /// Returns the group as an observable sequence.
  ///
  /// - Returns: An observable sequence of the elements of the group.
  public func asObservable() -> Observable<Element> { source }
}

/// The sink of one subscription. The subscription to the source exists as long as there is a
/// subscription to the result or to a group.
final class GroupBySink<Key: Hashable, Element>: Sink<Element, GroupedObservable<Key, Element>>,
  @unchecked Sendable
{
  private let keySelector: (Element) throws -> Key
  private let sourceSubscription = SingleAssignmentDisposable()
  /// The counter of the users of `sourceSubscription`: the result and the observers of groups.
  private let shares: RefCountDisposable
  private var groups: [Key: PublishSubject<Element>] = [:]

  init(
    _ keySelector: @escaping (Element) throws -> Key,
    observer: ObserverBase<GroupedObservable<Key, Element>>, cancel: SinkDisposer
  ) {
    self.keySelector = keySelector
    shares = RefCountDisposable(disposable: sourceSubscription)
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    sourceSubscription.set(source.attach(self))
    return shares
  }

  override func next(_ element: Element) {
    do {
      let key = try keySelector(element)
      let group = groups[key] ?? makeGroup(key)
      group.onNext(element)
    } catch {
      self.error(error)
    }
  }

  override func error(_ error: any Error) {
    for group in takeGroups() { group.onError(error) }
    sendError(error)
    sourceSubscription.dispose()
  }

  override func completed() {
    for group in takeGroups() { group.onCompleted() }
    sendCompleted()
  }

  private func makeGroup(_ key: Key) -> PublishSubject<Element> {
    let group = PublishSubject<Element>()
    groups[key] = group
    send(GroupedObservable(key: key, source: RetainingObservable(group, shares)))
    return group
  }

  private func takeGroups() -> some Sequence<PublishSubject<Element>> {
    let taken = groups.values
    groups = [:]
    return taken
  }
}

/// A sequence that calls `retain()` on a `RefCountDisposable` for each of its subscriptions.
final class RetainingObservable<Element>: Producer<Element>, @unchecked Sendable {
  private let source: Observable<Element>
  private let shares: RefCountDisposable

  init(_ source: Observable<Element>, _ shares: RefCountDisposable) {
    self.source = source
    self.shares = shares
  }

  override func run(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> (sink: DisposableObject, subscription: DisposableObject) {
    let share = shares.retain().asObject
    let sink = ForwardingSink<Element>(observer: observer, cancel: cancel)
    return (sink, BinaryDisposable(source.attach(sink), share))
  }
}

final class GroupBy<Key: Hashable, Element>:
  SourceProducer<Element, GroupedObservable<Key, Element>>, @unchecked Sendable
{
  private let keySelector: (Element) throws -> Key

  init(_ source: Observable<Element>, _ keySelector: @escaping (Element) throws -> Key) {
    self.keySelector = keySelector
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<GroupedObservable<Key, Element>>, cancel: SinkDisposer
  ) -> Sink<Element, GroupedObservable<Key, Element>> {
    GroupBySink(keySelector, observer: observer, cancel: cancel)
  }
}
