import Scenarios
import Streams

/// One run of a matrix cell in which two threads use one subscription at the same time.
///
/// Each pair of calls is made in every order of ``Interleaving``. Then the sources complete, unless
/// the course omits this step, and the subscription is disposed. No subscription to a source may
/// then be alive, and no value unless the operator keeps elements. After each completion, the
/// numbers of ended subscriptions and of subscriptions to sources must be those of one of the two
/// sequential orders of the calls.
///
/// Only the thread of the runner may use it, or a thread for which that thread waits.
final class InterleavedCellRun: @unchecked Sendable {
  /// A call that uses the subscription.
  private enum Call: String, CaseIterable {
    case subscribe, subscribeAgain, element, completion, error, innerElement, innerCompletion
    case timer, dispose
  }

  /// Each call to suspend, and the calls to try on another thread during the suspension, one at a
  /// time. Two events of one source never occur at the same time.
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

  /// The cells of every operator in ``ValueOperator/basic``.
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
    _ = Self.pairs.allSatisfy { first, others in
      others.allSatisfy { second in
        Course.allCases.allSatisfy { course in explore(first, second, course) }
      }
    }
    host.recordDelivery()
    host.recordEnding()
    host.takeEndedSnapshot()
  }

  /// The events before the two calls, and the way in which the subscription ends after them.
  private enum Course: CaseIterable {
    /// Events arrive before the calls, and the subscription is disposed afterwards.
    case eventsThenDisposal
    /// Events arrive before the calls, and the sources complete afterwards.
    case eventsThenCompletion
    /// No events arrive before the calls, and the sources complete afterwards.
    case completion
  }

  /// Makes two calls in every order, and then ends the subscription.
  ///
  /// - Returns: `false` if the cell failed.
  private func explore(_ first: Call, _ second: Call, _ course: Course) -> Bool {
    let expected = [[first, second], [second, first]].map { calls in
      let subscription = makeSubscription(before: first, course)
      for call in calls { subscription.make(call) }
      defer { _ = subscription.end() }
      return states(of: subscription, course, [first, second])
    }
    var fault: String?
    var current: Subscription?
    let outcome = interleaving.explore {
      let subscription = makeSubscription(before: first, course)
      current = subscription
      return ConcurrentCalls(
        first: { subscription.make(first) }, second: { subscription.make(second) })
    } check: {
      guard let subscription = current else { return false }
      let states = states(of: subscription, course, [first, second])
      fault = subscription.end()
      if fault == nil, !expected.contains(states) {
        fault =
          "ended subscriptions/subscriptions to sources after each completion: "
          + "\(Self.text(states)), expected \(Set(expected.map(Self.text)).sorted().joined(separator: " or "))"
      }
      return fault == nil
    }
    switch outcome {
    case .finished: break
    case .blocked: fault = "'\(second.rawValue)' did not return within 10 s"
    case .limitReached: fault = "'\(first.rawValue)' has too many points to try every order"
    }
    guard let fault else {
      host.recordPassedCheck()
      return true
    }
    host.fail(
      "\(valueOperator.name): \(fault), after '\(second.rawValue)' ran on another thread while "
        + "'\(first.rawValue)' was suspended")
    return false
  }

  private struct State: Hashable {
    /// The number of subscriptions that have ended.
    var ends: Int
    var sourceSubscriptions: Int
  }

  private static func text(_ states: [State]) -> String {
    states.map { "\($0.ends)/\($0.sourceSubscriptions)" }.joined(separator: " ")
  }

  private func makeSubscription(before call: Call, _ course: Course) -> Subscription {
    let subscription = Subscription(valueOperator)
    if call != .subscribe { subscription.begin(withEvents: course != .completion) }
    return subscription
  }

  /// Completes the sources, unless the subscription is to be disposed.
  ///
  /// - Returns: The states before and after each completion; empty if the sources do not complete.
  ///   If one of the calls is not atomic, the result contains only the last state. A subscription
  ///   is not atomic, because it may subscribe to several sources. A timer is not atomic, because
  ///   it may start before or after an element is sent.
  private func states(
    of subscription: Subscription, _ course: Course, _ calls: [Call]
  ) -> [State] {
    if course == .eventsThenDisposal { return [] }
    let states = subscription.complete()
    let isAtomic = Set(calls).isDisjoint(with: [.subscribe, .subscribeAgain, .timer])
    return isAtomic ? states : states.suffix(1)
  }

  /// One subscription to the operator, and its sources.
  private final class Subscription: @unchecked Sendable {
    private let valueOperator: ValueOperator
    private let streams = TokenStreams()
    private var observable: Observable<Token>?
    private let subscriptions = CompositeDisposable()
    private var first: (any Disposable)?
    private var ownValues = 0
    /// The number of subscribers whose subscription has ended.
    private var ends = 0

    init(_ valueOperator: ValueOperator) {
      self.valueOperator = valueOperator
      observable = streams.observable(of: valueOperator)
      ownValues = streams.census.living
    }

    func begin(withEvents hasEvents: Bool) {
      make(.subscribe)
      streams.clock.advance(2)
      guard hasEvents else { return }
      for call in [Call.element, .innerElement, .element] { make(call) }
    }

    func make(_ call: Call) {
      switch call {
      case .subscribe, .subscribeAgain: subscribe()
      case .element: streams.feed.sendToken()
      case .completion: streams.feed.send(.completed)
      case .error: streams.feed.sendError()
      case .innerElement: streams.inner.sendToken()
      case .innerCompletion: streams.inner.send(.completed)
      case .timer: streams.clock.advance(6)
      case .dispose: first?.dispose()
      }
    }

    @inline(never)
    private func subscribe() {
      let held = streams.census.make()
      guard let observable else { return }
      let subscription = observable.subscribe(
        onNext: { _ in withExtendedLifetime(held) {} },
        onError: { _ in withExtendedLifetime(held) {} },
        onDisposed: { [unowned self] in ends += 1 })
      if first == nil { first = subscription }
      _ = subscriptions.insert(subscription)
    }

    /// Completes one source after the other, and lets all timers elapse.
    ///
    /// - Returns: The states before, between and after these steps.
    func complete() -> [State] {
      var states = [state]
      streams.feed.send(.completed)
      states.append(state)
      streams.inner.send(.completed)
      states.append(state)
      streams.clock.advance(50)
      states.append(state)
      return states
    }

    private var state: State {
      State(ends: ends, sourceSubscriptions: streams.subscriptionCount)
    }

    /// Disposes the subscriptions.
    ///
    /// - Returns: A description of what is still alive; `nil` if nothing is.
    func end() -> String? {
      subscriptions.dispose()
      streams.clock.advance(100)
      let values = valueOperator.keepsElements ? 0 : streams.census.living - ownValues
      if values != 0 { return TokenCensus.alive(values) }
      return streams.subscriptionCount > 0 ? "a subscription to a source remains" : nil
    }
  }
}
