import Streams

/// An operator, as a column of the matrix.
struct StreamOperator: Sendable {
  var name: String
  /// The operator's own sink, which with its `SinkDisposer` forms a cycle until
  /// the subscription ends; `nil` where nothing is applied.
  var sink: String?
  var apply: @Sendable (Observable<Int>) -> Observable<Int>

  /// Every operator; a new one is one line.
  static let all = [
    StreamOperator(name: "direct", sink: nil) { $0 },
    StreamOperator(name: "map", sink: "MapSink") { $0.map { $0 + 1 } },
    StreamOperator(name: "filter", sink: "FilterSink") { $0.filter { $0 > 0 } },
  ]
}
