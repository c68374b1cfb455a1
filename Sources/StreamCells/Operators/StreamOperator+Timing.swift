import Streams

extension StreamOperator {
  /// Operators that use a scheduler.
  static let timing: [StreamOperator] = [
    .timed("observe(on:)", "ObserveOnSink", nature: .isLate) { $0.observe(on: $1) },
    .timed("subscribe(on:)", "ForwardingSink", nature: .isLate) { $0.subscribe(on: $1) },
    .timed("delay", "DelaySink", nature: .isLate) { $0.delay(.seconds(5), scheduler: $1) },
    .timed("delaySubscription", "DelaySubscriptionSink", nature: .isLate) {
      $0.delaySubscription(.seconds(5), scheduler: $1)
    },
    .timed("debounce", "DebounceSink", nature: .isLate) {
      $0.debounce(.seconds(5), scheduler: $1)
    },
    .timed("throttle", "ThrottleSink") { $0.throttle(.seconds(5), scheduler: $1) },
    .timed("take(for:)", "TakeUntilSink") { $0.take(for: .seconds(5_000), scheduler: $1) },
    .timed("timeout", "TimeoutSink") { $0.timeout(.seconds(5_000), scheduler: $1) },
    .timed("timeout other", "TimeoutSink") {
      $0.timeout(.seconds(5_000), other: Observable<Int>.never(), scheduler: $1)
    },
  ]
}
