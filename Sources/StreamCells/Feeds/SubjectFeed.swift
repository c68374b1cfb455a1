import Streams

/// An object that sends through a subject.
///
/// Most subjects send nothing during a subscription, unless they have ended before: they then send
/// their terminal event inside `subscribe`. Subjects that replay send the events that they received
/// before.
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

/// An object that sends through a relay, which accepts no terminal events.
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
