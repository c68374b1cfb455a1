/// How long a shared sequence remembers what it replays.
public enum SubjectLifetimeScope: Sendable {
  /// As long as it is connected: when the source ends or the last observer leaves, the
  /// next one begins anew.
  case whileConnected
  /// For ever: also after the source ended.
  case forever
}

extension ObservableType {
  /// A sequence whose observers share one subscription to this one, which exists as long
  /// as there are any.
  ///
  /// - Parameters:
  ///   - replay: How many of the last elements a late observer gets first.
  ///   - scope: How long they are remembered.
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
