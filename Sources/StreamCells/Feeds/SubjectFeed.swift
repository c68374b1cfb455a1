import Streams

/// A feed that sends through a subject.
///
/// Inside `subscribe`, a subject that has ended sends its terminal event, and a subject that
/// replays sends the elements that it keeps. Other subjects send nothing inside `subscribe`.
final class SubjectFeed<Subject: SubjectType>: StreamFeed
where Subject.Element == Int, Subject.Observer.Element == Int {
  private let subject: Subject

  init(_ subject: Subject) {
    self.subject = subject
  }

  func observable(sending events: [Event<Int>]) -> Observable<Int> {
    for event in events { subject.asObserver().on(event) }
    return subject.asObservable()
  }

  func send(_ event: Event<Int>) {
    subject.asObserver().on(event)
  }
}

/// A feed that sends through a relay, which accepts no terminal events.
final class RelayFeed: StreamFeed {
  private let relay: Observable<Int>
  private let accept: (Int) -> Void

  init<Relay: ObservableType>(_ relay: Relay, _ accept: @escaping (Relay, Int) -> Void)
  where Relay.Element == Int {
    self.relay = relay.asObservable()
    self.accept = { accept(relay, $0) }
  }

  func observable(sending events: [Event<Int>]) -> Observable<Int> {
    for event in events { send(event) }
    return relay
  }

  func send(_ event: Event<Int>) {
    if case .next(let element) = event { accept(element) }
  }
}
