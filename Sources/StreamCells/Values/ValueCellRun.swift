import Scenarios
import Streams

/// One run of a matrix cell about the lifetime of values.
///
/// After each end, the run keeps the objects that the scenario names. No source may then be
/// subscribed to. Unless the operator keeps elements, every value must have been released, only a
/// few objects may remain of each ended subscription, and a sequence that the scenario does not
/// keep must have been released.
///
/// Only the thread of the runner may use it.
final class ValueCellRun: @unchecked Sendable {
  /// The number of objects that may remain of one ended subscription: the disposable that
  /// `subscribe` returned, the subscription's `SinkDisposer`, and the disposable that calls
  /// `onDisposed`.
  private static let objectsPerSubscription = 3

  /// The cells of every operator.
  static var cells: [Cell] {
    ValueOperator.all.flatMap { valueOperator in
      ValueScenario.all.map { cell($0, valueOperator) }
    }
  }

  private static func cell(_ scenario: ValueScenario, _ valueOperator: ValueOperator) -> Cell {
    valueOperator.cell(
      ending: scenario.ending, variant: scenario.name, timing: scenario.moment.timing
    ) { host in
      let run = ValueCellRun(scenario, valueOperator, host)
      withExtendedLifetime(run) { run.run() }
    }
  }

  private let scenario: ValueScenario
  private let valueOperator: ValueOperator
  private let host: CellHost
  private let streams: TokenStreams
  private var observable: Observable<Token>?
  private weak var sequence: Observable<Token>?
  private var subscriptions: [any Disposable] = []
  private var bag: DisposeBag?
  private var disposals = 0
  private var hasActed = false
  private var isOver = false

  private init(_ scenario: ValueScenario, _ valueOperator: ValueOperator, _ host: CellHost) {
    self.scenario = scenario
    streams = TokenStreams(scenario.clock)
    self.valueOperator = valueOperator
    self.host = host
  }

  private func run() {
    let report = Hooks.synchronizationAnomalyHandler
    Hooks.synchronizationAnomalyHandler = { _ in }
    defer { Hooks.synchronizationAnomalyHandler = report }
    let before = count
    build()
    let withSequence = count
    for round in 1...scenario.rounds {
      subscribeAndEnd()
      let isReleased = round == scenario.rounds && !scenario.keepsObservable
      if isReleased { observable = nil }
      check(against: isReleased ? before : withSequence)
    }
    host.recordDelivery()
    host.recordEnding()
    host.takeEndedSnapshot()
    subscriptions = []
    observable = nil
  }

  /// The numbers of values and of the library's objects that are alive.
  private struct Count {
    var tokens: Int
    var objects: Int
  }

  private var count: Count {
    Count(tokens: streams.census.living, objects: Int(Resources.total))
  }

  @inline(never)
  private func build() {
    observable = streams.observable(of: valueOperator)
    sequence = observable
  }

  /// This is a separate function so that none of its temporaries is alive after it returns.
  @inline(never)
  private func subscribeAndEnd() {
    (hasActed, isOver, disposals) = (false, false, 0)
    if scenario.moment == .early {
      streams.feed.sendAtOnce(scenario.ending, to: scenario.hasTwo ? 2 : 1)
    }
    subscribe()
    if scenario.hasTwo { subscribe() }
    streams.clock.advance(2)
    streams.inner.sendToken()
    streams.feed.sendToken()
    host.takeSubscribedSnapshot()
    if scenario.moment != .pending { streams.clock.advance(1) }
    streams.feed.sendToken()
    streams.inner.sendToken()
    streams.feed.sendToken()
    if scenario.moment == .settled { streams.clock.advance(30) }
    end()
    if scenario.ending.event != nil {
      streams.inner.sendToken()
      if scenario.ending == .error {
        streams.inner.sendError()
      } else {
        streams.inner.send(.completed)
      }
      streams.clock.advance(30)
      // Some streams continue with the events of the second stream, and end when the second stream
      // ends.
      streams.inner.send(.completed)
      streams.feed.send(.completed)
      streams.inner.send(.completed)
      streams.clock.advance(30)
    }
    isOver = true
    endOthers()
    // Some operators dispose in a scheduled action, so the clock must advance. Pending timers need
    // not elapse, except on a clock that cannot cancel them: there, they retain their captures.
    streams.clock.advance(scenario.clock == .uncancelled ? 100 : 1)
    streams.feed.sendToken()
    streams.inner.sendToken()
    if !scenario.keepsSubscriptions { subscriptions = [] }
  }

  private func subscribe() {
    guard let observable else { return }
    let held = streams.census.make()
    let subscription = observable.subscribe(
      onNext: { [weak self] _ in self?.elementArrived(held) },
      onError: { _ in withExtendedLifetime(held) {} },
      onCompleted: { withExtendedLifetime(held) {} },
      onDisposed: { [weak self] in self?.disposals += 1 })
    if scenario.ending == .bagDrop && bag == nil {
      let bag = DisposeBag()
      subscription.disposed(by: bag)
      self.bag = bag
    }
    subscriptions.append(subscription)
  }

  private func elementArrived(_ held: Token) {
    if isOver { host.fail("an element arrived after the end") }
    guard scenario.moment == .inHandler, !hasActed else { return }
    hasActed = true
    end()
  }

  /// Ends the stream as the scenario specifies: completes the source, makes it fail, disposes the
  /// first subscription, releases the bag, or does nothing.
  private func end() {
    switch scenario.ending {
    case .completion: streams.feed.send(.completed)
    case .error: streams.feed.sendError()
    case .dispose: subscriptions.suffix(scenario.hasTwo ? 2 : 1).first?.dispose()
    case .bagDrop: bag = nil
    case .none: break
    }
  }

  /// Disposes the second subscription, if there is one, and the first if it has not ended.
  private func endOthers() {
    if scenario.hasTwo { subscriptions.last?.dispose() }
    if scenario.ending == .dispose || scenario.ending == .bagDrop {
      end()
    } else if disposals < (scenario.hasTwo ? 2 : 1) {
      // Some operators continue after an error or wait for more events, so the cell ends them.
      subscriptions.suffix(2).forEach { $0.dispose() }
    }
  }

  /// Fails the cell if a subscription has not ended or was disposed twice, or if more is alive than
  /// before the subscriptions, apart from the objects that an ended subscription may retain.
  @inline(never)
  private func check(against before: Count) {
    let subscribers = scenario.hasTwo ? 2 : 1
    if disposals != subscribers {
      host.fail("\(disposals) of \(subscribers) subscriptions were disposed")
    }
    if streams.subscriptionCount > 0 { host.fail("a source is subscribed to after the end") }
    if streams.feed.repeatedDisposals + streams.inner.repeatedDisposals > 0 {
      host.fail("a subscription was disposed twice")
    }
    if valueOperator.keepsElements { return }
    let values = streams.census.living - before.tokens
    if values != 0 { host.fail("\(TokenCensus.alive(values)) after the end") }
    let allowed = subscriptions.count * Self.objectsPerSubscription
    // Disposed actions are removed from the clock's queue when they are due.
    streams.clock.advance(100)
    if observable == nil, sequence != nil { host.fail("the sequence is alive after the end") }
    let remaining = Int(Resources.total) - before.objects
    if remaining > allowed {
      host.fail("\(remaining) objects remain after the end, but at most \(allowed) are allowed")
    }
  }
}
