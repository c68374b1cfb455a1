import Scenarios
import Streams

/// The names of what a host owns in the cells of streams.
enum Owner {
  static let feed = "feed"
  static let subscription = "subscription"
  static let bag = "bag"
}

/// One run through a scenario: subscribe, deliver, end.
struct Play {
  var scenario: StreamScenario
  var ending: Ending
  var timing: Timing
  var host: CellHost
  /// The subscription goes into a bag though it ends otherwise.
  var keepsBag = false

  func run() {
    // Sending from a handler is what such a cell is about: no anomaly to report.
    let report = Hooks.synchronizationAnomalyHandler
    if timing == .reentrant { Hooks.synchronizationAnomalyHandler = { _ in } }
    defer { Hooks.synchronizationAnomalyHandler = report }
    host.keep(Owner.feed, scenario.source.makeFeed())
    subscribe()
    switch timing {
    case .insideSubscribe:
      break
    case .afterSubscribe:
      host.send(.next(1))
      host.subscribed()
      host.end(by: ending)
    case .reentrant:
      host.send(.next(1))
    case .otherThread:
      host.send(.next(1))
      host.subscribed()
      onOtherThread { [host, ending] in host.end(by: ending) }
    }
    host.ended()
  }

  /// A frame of its own: when it returns, the host's owners are the only ones.
  @inline(never)
  private func subscribe() {
    guard let feed = host.owner(Owner.feed) as? any StreamFeed else { return }
    let observable = scenario.streamOperator.apply(feed.observable(sending: eventsInsideSubscribe))
    if ending == .bagDrop || keepsBag {
      let bag = DisposeBag()
      host.keep(Owner.bag, bag)
      subscribe(to: observable).disposed(by: bag)
    } else if ending == .dispose && timing == .insideSubscribe {
      // Nothing to dispose is there yet: what holds the subscription is disposed
      // first, and disposes what is put into it.
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
    let isObserved = scenario.source.endingsInsideSubscribe.contains(.none)
    return (isObserved ? [.next(1)] : []) + (ending.event.map { [$0] } ?? [])
  }

  private func subscribe(to observable: Observable<Int>) -> any Disposable {
    observable.subscribe(
      onNext: { [weak host, ending, timing] _ in
        host?.elementArrived(ending, timing)
      },
      onError: { [weak host, ending] _ in
        host?.terminated(by: .error, in: ending)
      },
      onCompleted: { [weak host, ending] in
        host?.terminated(by: .completion, in: ending)
      },
      onDisposed: { [weak host, ending] in
        if ending.event == nil { host?.finished() }
      })
  }
}

/// The error that ends a cell's stream.
struct CellError: Error {}

extension Ending {
  /// What the source sends for it; `nil` where the host ends the subscription, or nobody does.
  var event: Event<Int>? {
    switch self {
    case .completion: .completed
    case .error: .error(CellError())
    case .dispose, .bagDrop, .none: nil
    }
  }
}

extension CellHost {
  fileprivate func send(_ event: Event<Int>) {
    (owner(Owner.feed) as? any StreamFeed)?.send(event)
  }

  /// Ends the subscription; with nothing to end it, sends a last element instead.
  fileprivate func end(by ending: Ending) {
    switch ending {
    case .completion, .error: ending.event.map { send($0) }
    case .dispose: (owner(Owner.subscription) as? any Disposable)?.dispose()
    case .bagDrop: drop(Owner.bag)
    case .none: send(.next(2))
    }
  }

  fileprivate func elementArrived(_ ending: Ending, _ timing: Timing) {
    delivered()
    guard deliveries == 1 else { return }
    switch timing {
    case .insideSubscribe:
      subscribed()
      if ending == .dispose || ending == .bagDrop { end(by: ending) }
    case .reentrant:
      subscribed()
      end(by: ending)
    case .afterSubscribe, .otherThread:
      break
    }
  }

  fileprivate func terminated(by event: Ending, in ending: Ending) {
    delivered()
    // A subject that has ended before sends nothing else: the last moment to look.
    subscribed()
    if event == ending { finished() }
  }
}
