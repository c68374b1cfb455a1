/// A sequence of prescribed events that records when it was subscribed to.
public class TestableObservable<Element>: ObservableType, @unchecked Sendable {
  /// The subscriptions so far.
  public internal(set) var subscriptions: [Subscription] = []
  /// The prescribed events.
  public private(set) var recordedEvents: [Recorded<Event<Element>>]

  let scheduler: TestScheduler

  init(scheduler: TestScheduler, recordedEvents: [Recorded<Event<Element>>]) {
    self.scheduler = scheduler
    self.recordedEvents = recordedEvents
  }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    preconditionFailure("\(type(of: self)) does not say how it is subscribed to.")
  }

  /// Notes that the subscription of a number ended now.
  func endSubscription(_ number: Int) {
    subscriptions[number] = Subscription(subscriptions[number].subscribe, scheduler.clock)
  }
}

/// Sends its events at fixed times to whoever is subscribed then.
final class HotObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
  private var observers = Bag<(Event<Element>) -> Void>()

  override init(scheduler: TestScheduler, recordedEvents: [Recorded<Event<Element>>]) {
    super.init(scheduler: scheduler, recordedEvents: recordedEvents)
    for recorded in recordedEvents {
      scheduler.scheduleAt(recorded.time) { [weak self] in
        self?.observers.forEach { $0(recorded.value) }
      }
    }
  }

  override func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    let key = observers.insert { observer.on($0) }
    let number = subscriptions.count
    subscriptions.append(Subscription(scheduler.clock))
    return Disposables.create { [self] in
      _ = observers.removeKey(key)
      endSubscription(number)
    }
  }
}

/// Sends its events at fixed times after each subscription.
final class ColdObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
  override func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    let number = subscriptions.count
    subscriptions.append(Subscription(scheduler.clock))
    let disposables = CompositeDisposable()
    for recorded in recordedEvents {
      disposables.insert(
        scheduler.scheduleRelativeVirtual((), dueTime: recorded.time) { _ in
          observer.on(recorded.value)
          return Disposables.create()
        })
    }
    disposables.insert(Disposables.create { [self] in endSubscription(number) })
    return disposables
  }
}
