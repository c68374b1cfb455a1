import Streams

/// A feed that sends to the observers that `Observable.create` passes to its closure. A disposed
/// observer receives no further events.
final class CreateFeed: StreamFeed {
  private var observers: [(number: Int, observer: AnyObserver<Int>)] = []
  private var subscriptions = 0

  /// A Boolean value indicating whether an observer is subscribed.
  var isObserved: Bool { !observers.isEmpty }

  func observable(sending events: [Event<Int>] = []) -> Observable<Int> {
    Observable.create { [weak self] observer in
      let number = self?.add(observer) ?? 0
      for event in events { observer.on(event) }
      return Disposables.create { [weak self] in self?.remove(number) }
    }
  }

  func send(_ event: Event<Int>) {
    // The loop iterates over a copy, because observers may be added and removed during the
    // delivery.
    for (_, observer) in observers { observer.on(event) }
  }

  private func add(_ observer: AnyObserver<Int>) -> Int {
    subscriptions += 1
    observers.append((subscriptions, observer))
    return subscriptions
  }

  private func remove(_ number: Int) {
    observers.removeAll { $0.number == number }
  }
}
