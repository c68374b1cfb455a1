/// The lifetime of the elements that a shared sequence replays.
public enum SubjectLifetimeScope: Sendable {
  /// The elements are kept for one connection. When the source ends or the last observer has
  /// unsubscribed, they are released, and the next observer starts a new connection.
  case whileConnected
  /// The elements are kept for the lifetime of the shared sequence, even after the source has
  /// ended. Observers that subscribe later receive these elements and the failure or completion.
  case forever
}

extension ObservableType {
  /// Returns an observable sequence whose observers share one subscription to this sequence.
  ///
  /// The subscription is made when the first observer subscribes, and disposed when the last
  /// observer has unsubscribed.
  ///
  /// - Parameters:
  ///   - replay: The maximum number of previous elements that a new observer receives first; not
  ///     negative. These elements are retained as long as `scope` specifies.
  ///   - scope: The lifetime of the replayed elements.
  /// - Returns: An observable sequence. It ends in the same way as this sequence.
  public func share(
    replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
  ) -> Observable<Element> {
    switch (scope, replay) {
    case (.forever, 0): multicast(PublishSubject<Element>()).refCount()
    case (.forever, _): multicast(ReplaySubject<Element>.create(bufferSize: replay)).refCount()
    case (.whileConnected, 0): publish().refCount()
    case (.whileConnected, _): self.replay(replay).refCount()
    }
  }
}
