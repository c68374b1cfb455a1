extension StreamOperator {
  /// The names of typical operators: one for each way in which a sink retains its source.
  static let typical: Set = [
    "direct", "map", "flatMap", "flatMapLatest", "combineLatest", "merge", "concat",
    "share(replay:)", "take(until:)",
  ]

  /// Every operator, followed by common chains of several operators.
  static let all =
    [StreamOperator("direct") { $0 }] + transforming + filtering + combining + handling + sharing
    + timing + chains
}
