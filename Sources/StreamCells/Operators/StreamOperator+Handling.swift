import Streams

extension StreamOperator {
  /// Operators that observe events, and operators that handle errors.
  static let handling = [
    StreamOperator("do(onNext:)", "DoSink") { $0.do(onNext: { _ in }, onDispose: {}) },
    StreamOperator("debug", "DebugSink", nature: .prints) { $0.debug("cell") },
    StreamOperator("catch", "CatchSink") { $0.catch { Observable.error($0) } },
    StreamOperator("catch(sequence:)", "CatchSequenceSink") {
      Observable.catch(sequence: [$0])
    },
    StreamOperator("catchAndReturn", "CatchSink", endings: .withoutError) {
      $0.catchAndReturn(9)
    },
    StreamOperator("retry", "CatchSequenceSink") { $0.retry(1) },
    StreamOperator("retry forever", "CatchSequenceSink", endings: .withoutError) { $0.retry() },
    StreamOperator("retry(when:)", "RetryWhenSink") {
      $0.retry(when: { errors in errors.flatMap { Observable<Int>.error($0) } })
    },
  ]
}
