import Streams

/// An object that sends tokens to the observers that `Observable.create` passes to its closure.
/// Each subscription retains a token of its own until the subscription is disposed.
final class TokenFeed {
  private let census: TokenCensus
  private var observers: [(number: Int, observer: AnyObserver<Token>)] = []
  private var subscriptions = 0
  /// The number of subscriptions that were disposed more than once.
  private(set) var repeatedDisposals = 0

  init(_ census: TokenCensus) { self.census = census }

  var isObserved: Bool { !observers.isEmpty }

  var observable: Observable<Token> {
    let census = census
    return Observable.create { [weak self] observer in
      let number = self?.add(observer) ?? 0
      let held = census.make()
      return Disposables.create { [weak self] in
        withExtendedLifetime(held) {}
        self?.remove(number)
      }
    }
  }

  func send(_ event: Event<Token>) {
    for (_, observer) in observers { observer.on(event) }
  }

  /// Sends a new token, which the feed does not retain.
  func sendToken() { send(.next(census.make())) }

  private func add(_ observer: AnyObserver<Token>) -> Int {
    subscriptions += 1
    observers.append((subscriptions, observer))
    return subscriptions
  }

  private func remove(_ number: Int) {
    let before = observers.count
    observers.removeAll { $0.number == number }
    if observers.count == before { repeatedDisposals += 1 }
  }
}
