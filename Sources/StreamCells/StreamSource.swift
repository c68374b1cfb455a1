import Scenarios

/// A way to make a stream, as a row of the matrix.
struct StreamSource: Sendable {
  var name: String
  /// The class that, subscribed to directly, forms a cycle with its `SinkDisposer`
  /// until the subscription ends; `nil` for a source that has no sink.
  var sink: String?
  /// The endings that can come before `subscribe` has returned.
  var endingsInsideSubscribe: [Ending] = Ending.allCases
  var makeFeed: @Sendable () -> any StreamFeed

  /// Every source; a new one is one line.
  static let all = [
    StreamSource(name: "create", sink: "AnonymousObservableSink") { CreateFeed() },
    StreamSource(
      name: "PublishSubject", sink: nil, endingsInsideSubscribe: [.completion, .error]
    ) { SubjectFeed() },
  ]
}
