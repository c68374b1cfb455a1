import Scenarios
import Streams

/// An object that sends tokens to the observers that `Observable.create` passes to its closure.
///
/// Each sequence that the feed makes retains a token of its own. Each subscription to such a
/// sequence retains a further token until the subscription is disposed.
final class TokenFeed {
  private let census: TokenCensus
  private var observers: [(number: Int, observer: AnyObserver<Token>)] = []
  private var subscriptions = 0
  /// The number of further subscriptions that receive events before `subscribe` returns.
  private var earlySubscriptions = 0
  private var earlyEnding = Ending.none
  /// The number of disposals of subscriptions that were already disposed.
  private(set) var repeatedDisposals = 0

  init(_ census: TokenCensus) { self.census = census }

  var isObserved: Bool { !observers.isEmpty }

  /// The number of subscriptions that have not been disposed.
  var observerCount: Int { observers.count }

  /// A new sequence of the events that the feed sends.
  var observable: Observable<Token> {
    let (census, own) = (census, census.make())
    return Observable.create { [weak self] observer in
      let number = withExtendedLifetime(own) { self?.add(observer) ?? 0 }
      let held = census.make()
      self?.sendEarlyEvents(to: observer)
      return Disposables.create { [weak self] in
        withExtendedLifetime(held) {}
        self?.remove(number)
      }
    }
  }

  func send(_ event: Event<Token>) {
    for (_, observer) in observers { observer.on(event) }
  }

  /// Sends a token, and the terminal event of an ending if it has one, to each of the next
  /// subscriptions before `subscribe` returns.
  func sendAtOnce(_ ending: Ending, to count: Int) {
    (earlySubscriptions, earlyEnding) = (count, ending)
  }

  private func sendEarlyEvents(to observer: AnyObserver<Token>) {
    guard earlySubscriptions > 0 else { return }
    earlySubscriptions -= 1
    observer.onNext(census.make())
    if earlyEnding == .completion { observer.onCompleted() }
    if earlyEnding == .error { observer.onError(CellError(held: census.make())) }
  }

  /// Sends a new token, which the feed does not retain.
  func sendToken() { send(.next(census.make())) }

  /// Sends an error that retains a new token.
  func sendError() { send(.error(CellError(held: census.make()))) }

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
