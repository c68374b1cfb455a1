import Streams

extension StreamOperator {
  /// Operators whose observers share one subscription to the source.
  static let sharing = [
    StreamOperator("share(replay:)", "RefCountSink", "MulticastConnection") { $0.share() },
    StreamOperator("share(replay:) one", "RefCountSink", "MulticastConnection") {
      $0.share(replay: 1)
    },
    StreamOperator("share(replay:) forever", "RefCountSink", "MulticastConnection") {
      $0.share(replay: 1, scope: .forever)
    },
    StreamOperator("share(replay:) twice", "RefCountSink", "MulticastConnection") { source in
      let shared = source.share()
      return .merge(shared, shared)
    },
    StreamOperator("publish", "RefCountSink", "MulticastConnection") { $0.publish().refCount() },
    StreamOperator("replay", "RefCountSink", "MulticastConnection") { $0.replay(1).refCount() },
    StreamOperator("replayAll", "RefCountSink", "MulticastConnection") {
      $0.replayAll().refCount()
    },
    StreamOperator("multicast", "RefCountSink", "MulticastConnection") {
      $0.multicast(PublishSubject<Int>()).refCount()
    },
    StreamOperator(
      "multicast(makeSubject:)", "RefCountSink", "MulticastConnection", nature: .sendsOnSubscribe
    ) {
      $0.multicast { BehaviorSubject(value: 0) }.refCount()
    },
    StreamOperator("multicast selector", "ForwardingSink", "MulticastConnection") {
      $0.multicast({ PublishSubject<Int>() }, selector: { $0.map { $0 + 1 } })
    },
    StreamOperator("refCount", "RefCountSink", "MulticastConnection") {
      $0.publish().refCount().map { $0 + 1 }
    },
    StreamOperator("connect", "AnonymousObservableSink", "MulticastConnection") { source in
      .create { observer in
        let shared = source.publish()
        return Disposables.create(shared.subscribe(observer), shared.connect())
      }
    },
  ]
}
