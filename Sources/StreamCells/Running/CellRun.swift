import Scenarios
import Streams

/// One run of a matrix cell with a source and an operator: subscribe, deliver elements, end.
///
/// Handlers refer to the run weakly. Only the function that starts the run owns it.
///
/// Only one thread at a time uses a run: the runner's thread, or one for which the runner waits.
final class CellRun: @unchecked Sendable {
  private let source: StreamSource
  private let streamOperator: StreamOperator
  let ending: Ending
  private let timing: Timing
  let host: CellHost
  /// A Boolean value indicating whether the subscription is inserted into a bag that outlives the
  /// subscription.
  private let keepsBag: Bool
  private var isSubscribed = false
  private var isAdvancingClock = false
  /// A Boolean value indicating whether the element at which a handler acts has arrived. Later
  /// elements are only counted.
  private var hasActed = false

  init(
    of source: StreamSource, _ streamOperator: StreamOperator, _ ending: Ending, _ timing: Timing,
    for host: CellHost,
    keepsBag: Bool = false
  ) {
    self.source = source
    self.streamOperator = streamOperator
    self.ending = ending
    self.timing = timing
    self.host = host
    self.keepsBag = keepsBag
  }

  func run() {
    // The cell sends from a handler on purpose, so the anomaly handler must not report it.
    let report = Hooks.synchronizationAnomalyHandler
    if timing == .reentrant { Hooks.synchronizationAnomalyHandler = { _ in } }
    defer { Hooks.synchronizationAnomalyHandler = report }
    if streamOperator.nature.contains(.prints) {
      withoutStandardOutput { perform() }
    } else {
      perform()
    }
  }

  private func perform() {
    host.keep(Owner.feed, source.makeFeed(ending))
    if streamOperator.nature.contains(.usesTime) {
      host.keep(Owner.clock, TestScheduler(initialClock: 0))
    }
    subscribe()
    isSubscribed = true
    advanceClock()
    switch timing {
    case .insideSubscribe:
      host.takeSubscribedSnapshot()
    case .afterSubscribe:
      send(.next(1))
      host.takeSubscribedSnapshot()
      end()
    case .reentrant:
      send(.next(1))
      advanceClock()
    case .otherThread:
      send(.next(1))
      host.takeSubscribedSnapshot()
      onOtherThread { [self] in end() }
    }
    if ending != .none { (host.owner(Owner.feed) as? any StreamFeed)?.settle() }
    host.takeEndedSnapshot()
  }

  /// This is a separate function so that only the host's owners retain objects after it returns.
  @inline(never)
  private func subscribe() {
    guard let feed = host.owner(Owner.feed) as? any StreamFeed else { return }
    let clock = host.owner(Owner.clock) as? TestScheduler
    let observable = streamOperator.apply(
      feed.observable(sending: eventsInsideSubscribe), clock ?? TestScheduler(initialClock: 0))
    if ending == .bagDrop || keepsBag {
      let bag = DisposeBag()
      host.keep(Owner.bag, bag)
      subscribe(to: observable).disposed(by: bag)
    } else if ending == .dispose && timing == .insideSubscribe {
      // The run must dispose before `subscribe` has returned the subscription. It therefore
      // disposes a container. When the subscription is inserted later, the container disposes it.
      let holder = CompositeDisposable()
      host.keep(Owner.subscription, holder)
      _ = holder.insert(subscribe(to: observable))
    } else if ending == .dispose {
      host.keep(Owner.subscription, subscribe(to: observable) as AnyObject)
    } else {
      _ = subscribe(to: observable)
    }
  }

  private var eventsInsideSubscribe: [Event<Int>] {
    guard timing == .insideSubscribe else { return [] }
    let isObserved = source.possibleEndings.insideSubscribe.contains(.none)
    return (isObserved ? [.next(1)] : []) + (ending.event.map { [$0] } ?? [])
  }

  private func subscribe(to observable: Observable<Int>) -> any Disposable {
    host.recordSubscribeCall()
    return observable.subscribe(
      onNext: { [weak self] _ in self?.elementArrived() },
      onError: { [weak self] _ in self?.terminated(by: .error) },
      onCompleted: { [weak self] in self?.terminated(by: .completion) },
      onDisposed: { [weak self] in self?.disposed() })
  }

  func send(_ event: Event<Int>) {
    (host.owner(Owner.feed) as? any StreamFeed)?.send(event)
    advanceClock()
  }

  /// Runs the operator's scheduled actions that are due within 20 ticks. Does nothing if it is
  /// already running, because a handler in a scheduled action cannot advance virtual time.
  func advanceClock() {
    guard !isAdvancingClock, let clock = host.owner(Owner.clock) as? TestScheduler else { return }
    isAdvancingClock = true
    clock.advanceTo(clock.clock + 20)
    isAdvancingClock = false
  }
}

extension CellRun {
  private func elementArrived() {
    host.recordDelivery()
    guard !hasActed else { return }
    switch timing {
    case .insideSubscribe:
      hasActed = true
      host.takeSubscribedSnapshot()
      if ending == .dispose || ending == .bagDrop { end() }
    case .reentrant:
      // An element that a subject replays inside `subscribe` is too early for this timing.
      guard isSubscribed else { return }
      hasActed = true
      host.takeSubscribedSnapshot()
      end()
    case .afterSubscribe, .otherThread:
      break
    }
  }

  private func terminated(by event: Ending) {
    host.recordDelivery()
    // After the terminal event, no event follows. If no element arrived, this is the last
    // opportunity to take the snapshot.
    host.takeSubscribedSnapshot()
    if event == ending { host.recordEnding() }
  }

  private func disposed() {
    if ending.event == nil { host.recordEnding() }
  }
}
