import Streams

/// The producing side of a cell: what sends, on the host's behalf, into the stream under test.
///
/// A feed never keeps itself alive through the stream, so that nothing of a
/// cell's cycle is the feed's doing.
protocol StreamFeed: AnyObject {
  /// The stream that the feed sends into.
  ///
  /// - Parameter events: What the subscriber gets before `subscribe` returns.
  func observable(sending events: [Event<Int>]) -> Observable<Int>
  func send(_ event: Event<Int>)
}

/// Sends through the observer that `Observable.create` hands out, until it is disposed.
final class CreateFeed: StreamFeed {
  private var observer: AnyObserver<Int>?

  /// Somebody is subscribed.
  var isObserved: Bool { observer != nil }

  func observable(sending events: [Event<Int>] = []) -> Observable<Int> {
    Observable.create { [weak self] observer in
      self?.observer = observer
      for event in events { observer.on(event) }
      return Disposables.create { [weak self] in self?.observer = nil }
    }
  }

  func send(_ event: Event<Int>) {
    observer?.on(event)
  }
}

/// Sends through a `PublishSubject`.
///
/// A subject calls nobody while it is subscribed to, unless it has ended before:
/// what comes inside `subscribe` is its terminal event.
final class SubjectFeed: StreamFeed {
  private let subject = PublishSubject<Int>()

  func observable(sending events: [Event<Int>]) -> Observable<Int> {
    for event in events { subject.on(event) }
    return subject.asObservable()
  }

  func send(_ event: Event<Int>) {
    subject.on(event)
  }
}
