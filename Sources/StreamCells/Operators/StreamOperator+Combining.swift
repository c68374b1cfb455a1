import Streams

extension StreamOperator {
  /// Operators that combine a stream with other streams, values or objects.
  static let combining = [
    StreamOperator("merge", "FlattenSink") { .merge($0, .empty()) },
    StreamOperator("merge of itself", "FlattenSink") { .merge($0, $0) },
    StreamOperator("merge(maxConcurrent:)", "FlattenSink") {
      $0.map { Observable.just($0) }.merge(maxConcurrent: 1)
    },
    StreamOperator("concat", "ConcatSink") { $0.concat(Observable.empty()) },
    StreamOperator("concat after", "ConcatSink", nature: .sendsOnSubscribe) {
      Observable.just(0).concat($0)
    },
    StreamOperator("combineLatest", "CombineLatestSink") {
      .combineLatest($0, Observable.just(9)) { $0 + $1 }
    },
    StreamOperator("combineLatest of itself", "CombineLatestSink") {
      .combineLatest([$0, $0, $0]) { $0.reduce(0, +) }
    },
    StreamOperator("zip", "ZipSink") { .zip($0, Observable.of(7, 8, 9)) { $0 + $1 } },
    StreamOperator("zip of itself", "ZipSink") {
      .zip([$0, $0]) { $0.reduce(0, +) }
    },
    StreamOperator("startWith", "ForwardingSink", nature: .sendsOnSubscribe) { $0.startWith(0) },
    StreamOperator("withLatestFrom", "WithLatestFromSink") {
      $0.withLatestFrom(Observable.just(9)) { $0 + $1 }
    },
    StreamOperator("withUnretained", "MapSink", "CatchSink") {
      $0.withUnretained(bystander) { $1 }
    },
    StreamOperator("amb", "AmbSink") { $0.amb(Observable<Int>.never()) },
    StreamOperator("amb right", "AmbSink") { Observable<Int>.never().amb($0) },
    StreamOperator("ifEmpty(default:)", "DefaultIfEmptySink") { $0.ifEmpty(default: 9) },
    StreamOperator("ifEmpty(switchTo:)", "SwitchIfEmptySink") {
      $0.ifEmpty(switchTo: Observable.empty())
    },
  ]

  /// An object that is alive as long as the process.
  private static let bystander = Bystander()

  private final class Bystander: Sendable {}
}
