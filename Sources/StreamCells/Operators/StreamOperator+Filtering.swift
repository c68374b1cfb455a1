import Streams

extension StreamOperator {
  /// Operators that omit elements.
  static let filtering = [
    StreamOperator("filter", "FilterSink") { $0.filter { $0 > -1 } },
    StreamOperator("distinctUntilChanged", "DistinctUntilChangedSink") {
      $0.distinctUntilChanged()
    },
    StreamOperator("distinctUntilChanged(at:)", "DistinctUntilChangedSink") {
      $0.distinctUntilChanged(at: \.self)
    },
    StreamOperator("take", "TakeCountSink") { $0.take(9) },
    StreamOperator("takeLast", "TakeLastSink", nature: .withholds) { $0.takeLast(1) },
    StreamOperator("take(while:)", "TakeWhileSink") { $0.take(while: { $0 < 9 }) },
    StreamOperator("take(until:) condition", "TakeWhileSink") { $0.take(until: { $0 > 9 }) },
    StreamOperator("take(until:)", "TakeUntilSink") { $0.take(until: Observable<Int>.never()) },
    StreamOperator("skip", "SkipCountSink") { $0.skip(0) },
    StreamOperator("skip(while:)", "SkipWhileSink") { $0.skip(while: { $0 < -1 }) },
    StreamOperator("skip(until:)", "SkipUntilSink", nature: .isLate) {
      $0.skip(until: Observable.just(0))
    },
    StreamOperator(
      "element(at:)", "ElementAtSink", nature: [.needsElement, .endsItself], endings: [.completion]
    ) {
      $0.element(at: 0)
    },
    StreamOperator(
      "element(at:) beyond", "ElementAtSink", nature: .withholds, endings: .withoutCompletion
    ) { $0.element(at: 9) },
    StreamOperator("single", "SingleElementSink", nature: .needsElement) {
      var isFirst = true
      return $0.single { _ in
        defer { isFirst = false }
        return isFirst
      }
    },
    StreamOperator("sample", "SampleSink") { source in
      source.sample(source)
    },
    StreamOperator("ignoreElements", "IgnoreElementsSink", nature: .withholds) {
      counted($0.ignoreElements())
    },
  ]

  /// Returns a stream that sends 1 for each element of another stream.
  private static func counted<Element>(_ stream: Observable<Element>) -> Observable<Int> {
    stream.map { _ in 1 }
  }
}
