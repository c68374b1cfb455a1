import Scenarios
import Streams

/// One run of a matrix cell that checks what a live stream retains.
///
/// After each round of events, no values may be alive except those of the live subscriptions and
/// those that the operator declares (``ValueOperator/retained``). Unless the declared number grows
/// with each round, the heap must not grow, so that no memory without values accumulates.
///
/// Only the thread of the runner may use it.
final class SteadyCellRun: @unchecked Sendable {
  /// The cells of every operator.
  static var cells: [Cell] {
    ValueOperator.all.flatMap { valueOperator in
      SteadyScenario.allCases.map { cell($0, valueOperator) }
    }
  }

  private static func cell(_ scenario: SteadyScenario, _ valueOperator: ValueOperator) -> Cell {
    valueOperator.cell(
      ending: .dispose, variant: scenario.rawValue, timing: .afterSubscribe
    ) { host in
      let run = SteadyCellRun(scenario, valueOperator, host)
      withExtendedLifetime(run) { run.run() }
    }
  }

  private let scenario: SteadyScenario
  private let valueOperator: ValueOperator
  private let host: CellHost
  private let streams = TokenStreams()
  private var observable: Observable<Token>?
  private var subscription: (any Disposable)?
  /// The number of values that the sequence retains while no subscription exists.
  private var ownValues = 0
  /// The number of subscriptions to the feeds after the first round of events.
  private var firstSubscriptions = 0
  private var isOver = true
  private var hasFailed = false

  private init(_ scenario: SteadyScenario, _ valueOperator: ValueOperator, _ host: CellHost) {
    self.scenario = scenario
    self.valueOperator = valueOperator
    self.host = host
  }

  private func run() {
    observable = streams.observable(of: valueOperator)
    ownValues = streams.census.living
    host.takeSubscribedSnapshot()
    if scenario == .steadyAfterDisposals { runSubscriptions() } else { runOneSubscription() }
    host.recordDelivery()
    host.recordEnding()
    host.takeEndedSnapshot()
    (subscription, observable) = (nil, nil)
  }

  private func runOneSubscription() {
    subscribe()
    streams.clock.advance(2)
    if scenario == .steadyAfterCompletion { streams.feed.send(.completed) }
    for round in 1...4 where !isOver && !hasFailed {
      sendEvents()
      streams.clock.advance(30)
      checkRetention(round: round)
    }
    if !valueOperator.retained.grows {
      checkHeap { if !isOver { sendEvents() } }
    }
    subscription?.dispose()
    checkEnd()
  }

  private func runSubscriptions() {
    for _ in 1...2 { subscribeAndDispose() }
    checkHeap { subscribeAndDispose() }
  }

  private func subscribeAndDispose() {
    subscribe()
    sendEvents()
    subscription?.dispose()
    checkEnd()
  }

  /// Sends one round of events. This is a separate function so that none of its temporaries is
  /// alive after it returns.
  @inline(never)
  private func sendEvents() {
    if scenario == .steadyAfterErrors { streams.feed.sendError() }
    streams.feed.sendToken()
    streams.clock.advance(1)
    streams.inner.sendToken()
    streams.clock.advance(6)
  }

  @inline(never)
  private func subscribe() {
    isOver = false
    let held = streams.census.make()
    subscription = observable?.subscribe(
      onNext: { _ in withExtendedLifetime(held) {} },
      onError: { _ in withExtendedLifetime(held) {} },
      onCompleted: { withExtendedLifetime(held) {} },
      onDisposed: { [weak self] in self?.isOver = true })
  }

  /// Fails the cell if more values or subscriptions are alive than the operator declares. After
  /// round 4 of ``SteadyScenario/steady``, fewer values fail it too, unless their number grows.
  private func checkRetention(afterDisposal isDisposed: Bool = false, round: Int) {
    let rounds = round == 1 ? "one round" : "\(round) rounds"
    let moment = isDisposed ? "the subscription was disposed" : "\(rounds) of events"
    let subscriptions = streams.subscriptionCount
    if round == 1 { firstSubscriptions = subscriptions }
    // Each live subscription to a feed retains a value, and so do the cell's handlers.
    let values = streams.census.living - ownValues - subscriptions - (isOver ? 0 : 1)
    let retained = isOver && !valueOperator.keepsElements ? 0 : valueOperator.retained
    check(values, atMost: retained.values(after: round), "value", moment)
    check(
      subscriptions,
      atMost: isOver ? 0 : firstSubscriptions + retained.subscriptionsPerRound * (round - 1),
      "subscription", moment)
    if scenario == .steady, round == 4, !isOver, !retained.grows,
      values < retained.values(after: round)
    {
      fail(
        "retains \(values) values after \(round) rounds of events, fewer than its entry in the "
          + "catalog declares: \(retained.values(after: round))")
    }
  }

  private func check(_ number: Int, atMost maximum: Int, _ name: String, _ moment: String) {
    if number <= maximum { return host.recordPassedCheck() }
    let counted = "\(number) \(name)\(number == 1 ? "" : "s")"
    fail("retains \(counted) after \(moment), but needs only \(maximum)")
  }

  /// Fails the cell. Only the first failure of the run is reported, because the others follow from
  /// it.
  private func fail(_ reason: String) {
    if !hasFailed { host.fail("\(valueOperator.name) \(reason)") }
    hasFailed = true
  }

  /// Fails the cell if an ended subscription still retains anything.
  private func checkEnd() {
    if !isOver { fail("does not end the subscription when it is disposed") }
    // Disposed actions are removed from the clock's queue when they are due.
    streams.clock.advance(60)
    checkRetention(afterDisposal: true, round: 1)
  }

  /// Fails the cell if the heap grows by at least four bytes per repetition of an action in each of
  /// three measurements.
  private func checkHeap(_ action: () -> Void) {
    if hasFailed { return }
    var growths: [String] = []
    for repetitions in [100, 200, 400] {
      let before = HeapSize.current
      for _ in 0..<repetitions { action() }
      let growth = HeapSize.current - before
      if growth < 4 * repetitions { return host.recordPassedCheck() }
      growths.append("\(growth) bytes in \(repetitions) rounds")
    }
    fail("uses more memory after each round of events: " + growths.joined(separator: ", "))
  }
}
