/// A sequence that sends given events and records its subscriptions.
public class TestableObservable<Element>: ObservableType, @unchecked Sendable {
  /// The subscriptions so far, in the order in which they were made.
  public internal(set) var subscriptions: [Subscription] = []
  /// The events that the sequence sends.
  public private(set) var recordedEvents: [Recorded<Event<Element>>]

  let scheduler: TestScheduler

  init(scheduler: TestScheduler, recordedEvents: [Recorded<Event<Element>>]) {
    self.scheduler = scheduler
    self.recordedEvents = recordedEvents
  }

  /// Subscribes an observer and records the virtual time of the subscription.
  ///
  /// - Parameter observer: The observer.
  /// - Returns: The subscription. Disposing it releases the observer and records the virtual time
  ///   at which the subscription ended.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    preconditionFailure("\(type(of: self)) must override subscribe(_:).")
  }

  /// Records the current virtual time as the end of the subscription with the given index.
  func endSubscription(_ number: Int) {
    subscriptions[number] = Subscription(subscriptions[number].subscribe, scheduler.clock)
  }
}

/// A sequence that sends its events at fixed virtual times to its current observers.
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

/// A sequence that sends its events at fixed times after each subscription.
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
