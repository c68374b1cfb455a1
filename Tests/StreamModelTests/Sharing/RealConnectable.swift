import ResourceRegistry
import Streams

/// A shared sequence of the library. It has the same operations as its model.
final class RealConnectable {
  final class Observer {
    var received: [String] = []
    var subscription: SingleAssignmentDisposable? = SingleAssignmentDisposable()
  }

  let objectsBefore: Int
  private(set) var observers: [Observer] = []
  private(set) var subscriptions = 0
  private var source: AnyObserver<Probe>?
  private var sequence = Observable<Probe>.never()
  private var connectable: ConnectableObservable<Probe>?
  private var connection: (any Disposable)?

  init(_ kind: ConnectableModel.Kind) {
    objectsBefore = Int(Resources.total)
    let source = Observable<Probe>.create { [unowned self] observer in
      subscriptions += 1
      self.source = observer
      return Disposables.create { [weak self] in self?.source = nil }
    }
    switch kind {
    case .share: sequence = source.share()
    case .shareReplay: sequence = source.share(replay: 2)
    case .shareForever: sequence = source.share(scope: .forever)
    case .shareReplayForever: sequence = source.share(replay: 2, scope: .forever)
    case .publish: connectable = source.publish()
    case .replay: connectable = source.replay(2)
    case .multicast: connectable = source.multicast(PublishSubject())
    case .multicastReplay: connectable = source.multicast(ReplaySubject.create(bufferSize: 2))
    }
    if let connectable { sequence = connectable }
  }

  deinit {
    connection?.dispose()
    for observer in observers { observer.subscription?.dispose() }
  }

  var isSubscribed: Bool { source != nil }

  func subscribe(leavesAtFirst: Bool) {
    let observer = Observer()
    observers.append(observer)
    let receive = { [unowned observer] (text: String) in
      observer.received.append(text)
      if leavesAtFirst { observer.subscription?.dispose() }
    }
    observer.subscription?.setDisposable(
      sequence.subscribe(
        onNext: { receive("\($0.number)") }, onError: { _ in receive("failed") },
        onCompleted: { receive("completed") }))
  }

  func unsubscribe(_ index: Int) { observers[index].subscription?.dispose() }

  /// Releases a subscription that has ended.
  func release(_ index: Int) { observers[index].subscription = nil }

  func connect() { connection = connectable?.connect() }

  func disconnect() { connection?.dispose() }

  func send(_ event: Event<Probe>) { source?.on(event) }
}
