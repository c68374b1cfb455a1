import Streams

extension StreamOperator {
  /// Chains of three operators, as they occur in programs.
  static let chains: [StreamOperator] = [
    StreamOperator("map+filter+distinctUntilChanged", "MapSink", "FilterSink") {
      $0.map { $0 + 1 }.filter { $0 > -1 }.distinctUntilChanged()
    },
    StreamOperator("filter+flatMapLatest+share(replay:)", "FlatMapLatestSink", "RefCountSink") {
      $0.filter { $0 > -1 }.flatMapLatest { Observable.just($0) }.share(replay: 1)
    },
    StreamOperator("share(replay:)+withLatestFrom+map", "RefCountSink", "WithLatestFromSink") {
      let shared = $0.share(replay: 1)
      return shared.withLatestFrom(shared) { $0 + $1 }.map { $0 + 1 }
    },
    StreamOperator(
      "scan(into:)+take(until:)+startWith", "ScanSink", "TakeUntilSink", nature: .sendsOnSubscribe
    ) {
      $0.scan(into: 0) { $0 += $1 }.take(until: Observable<Int>.never()).startWith(0)
    },
    StreamOperator("retry+catch+do(onNext:)", "CatchSequenceSink", "CatchSink", "DoSink") {
      $0.retry(1).catch { Observable.error($0) }.do(onNext: { _ in })
    },
    StreamOperator("materialize+concatMap+dematerialize", "FlattenSink", "DematerializeSink") {
      $0.materialize().concatMap { Observable.just($0) }.dematerialize()
    },
    .timed(
      "debounce+flatMapLatest+observe(on:)", "DebounceSink", "FlatMapLatestSink", "ObserveOnSink",
      nature: .isLate
    ) {
      $0.debounce(.seconds(2), scheduler: $1).flatMapLatest { Observable.just($0) }
        .observe(on: $1)
    },
    .timed("throttle+map+delay", "ThrottleSink", "MapSink", "DelaySink", nature: .isLate) {
      $0.throttle(.seconds(1), scheduler: $1).map { $0 + 1 }.delay(.seconds(2), scheduler: $1)
    },
  ]
}
