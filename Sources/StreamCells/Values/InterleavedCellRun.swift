import Scenarios
import Streams

/// One run of a matrix cell in which two threads use one subscription at the same time.
///
/// Each pair of calls is made in every order of ``Interleaving``. Afterwards the subscription is
/// disposed, and neither a value nor a subscription to a source may be alive.
///
/// Only the thread of the runner may use it, or a thread for which that thread waits.
final class InterleavedCellRun: @unchecked Sendable {
  /// A call that uses the subscription.
  private enum Call: String, CaseIterable {
    case subscribe, subscribeAgain, element, completion, error, innerElement, innerCompletion
    case timer, dispose
  }

  /// The calls that another thread makes while each call is suspended. Two events of one source
  /// never occur at the same time.
  private static let pairs: [(first: Call, others: [Call])] = [
    (.subscribe, [.completion, .error, .innerCompletion, .innerElement]),
    (.element, [.dispose, .innerElement, .innerCompletion, .timer]),
    (.completion, [.dispose, .innerElement, .innerCompletion, .timer]),
    (.error, [.dispose, .innerElement]),
    (.innerElement, [.dispose, .completion, .error]),
    (.innerCompletion, [.dispose, .completion]),
    (.timer, [.dispose, .element, .completion]),
    (.dispose, [.dispose, .subscribeAgain]),
    (.subscribeAgain, [.dispose, .completion, .error]),
  ]

  /// The cells of every operator with sinks of its own.
  static var cells: [Cell] {
    ValueOperator.basic.map { valueOperator in
      valueOperator.cell(
        ending: .dispose, variant: "interleaved", timing: .otherThread, isSingleThreaded: false
      ) { host in
        let run = InterleavedCellRun(valueOperator, host)
        withExtendedLifetime(run) { run.run() }
      }
    }
  }

  private let valueOperator: ValueOperator
  private let host: CellHost
  private let interleaving = Interleaving()

  private init(_ valueOperator: ValueOperator, _ host: CellHost) {
    self.valueOperator = valueOperator
    self.host = host
  }

  private func run() {
    host.takeSubscribedSnapshot()
    // After a failure, the other pairs would fail for the same reason.
    _ = Self.pairs.allSatisfy { first, others in others.allSatisfy { explore(first, $0) } }
    host.recordDelivery()
    host.recordEnding()
    host.takeEndedSnapshot()
  }

  /// Makes two calls in every order.
  ///
  /// - Returns: `false` if the cell failed.
  private func explore(_ first: Call, _ second: Call) -> Bool {
    var fault: String?
    var subscription = Subscription(valueOperator)
    let result = interleaving.explore {
      subscription = Subscription(valueOperator)
      if first != .subscribe { subscription.begin() }
      return ConcurrentCalls(
        first: { [subscription] in subscription.make(first) },
        second: { [subscription] in subscription.make(second) })
    } check: {
      fault = subscription.end()
      return fault == nil
    }
    switch result {
    case .complete: break
    case .blocked: fault = "\(second.rawValue) waits"
    case .incomplete: fault = "not every order was tried"
    }
    guard let fault else {
      host.recordPassedCheck()
      return true
    }
    host.fail(
      "\(valueOperator.name): \(fault) if another thread interrupts \(first.rawValue) by "
        + second.rawValue)
    return false
  }

  /// One subscription to the operator, and its sources.
  private final class Subscription: @unchecked Sendable {
    private let valueOperator: ValueOperator
    private let census = TokenCensus()
    private let feed: TokenFeed
    private let inner: TokenFeed
    private var clock = ValueClock(.virtual)
    private var observable: Observable<Token>?
    private let subscriptions = CompositeDisposable()
    private var first: (any Disposable)?
    private var ownValues = 0

    init(_ valueOperator: ValueOperator) {
      self.valueOperator = valueOperator
      feed = TokenFeed(census)
      inner = TokenFeed(census)
      observable = valueOperator.apply(
        ValueOperator.OperatorInputs(
          feed: feed, innerFeed: inner, clock: clock.scheduler, census: census))
      ownValues = census.living
    }

    func begin() {
      make(.subscribe)
      clock.advance(2)
      for call in [Call.element, .innerElement, .element] { make(call) }
    }

    func make(_ call: Call) {
      switch call {
      case .subscribe, .subscribeAgain: subscribe()
      case .element: feed.sendToken()
      case .completion: feed.send(.completed)
      case .error: feed.sendError()
      case .innerElement: inner.sendToken()
      case .innerCompletion: inner.send(.completed)
      case .timer: clock.advance(6)
      case .dispose: first?.dispose()
      }
    }

    @inline(never)
    private func subscribe() {
      let held = census.make()
      guard let observable else { return }
      let subscription = observable.subscribe(
        onNext: { _ in withExtendedLifetime(held) {} },
        onError: { _ in withExtendedLifetime(held) {} })
      if first == nil { first = subscription }
      _ = subscriptions.insert(subscription)
    }

    /// Disposes the subscriptions.
    ///
    /// - Returns: A description of what is still alive; `nil` if nothing is.
    func end() -> String? {
      subscriptions.dispose()
      clock.advance(100)
      let values = valueOperator.keepsElements ? 0 : census.living - ownValues
      if values != 0 { return TokenCensus.alive(values) }
      return feed.isObserved || inner.isObserved ? "a source is still subscribed to" : nil
    }
  }
}
