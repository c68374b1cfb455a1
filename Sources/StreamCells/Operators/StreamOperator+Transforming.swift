import Foundation
import Streams

extension StreamOperator {
  /// Operators that convert, combine or group elements.
  static let transforming = [
    StreamOperator("map", "MapSink") { $0.map { $0 + 1 } },
    StreamOperator("compactMap", "CompactMapSink") { $0.compactMap { $0 + 1 } },
    StreamOperator("decode(type:)", "MapSink") {
      $0.map { Data("\($0)".utf8) }.decode(type: Int.self, decoder: JSONDecoder())
    },
    StreamOperator("enumerated", "EnumeratedSink") { $0.enumerated().map(\.element) },
    StreamOperator("flatMap", "FlattenSink") { $0.flatMap { Observable.just($0) } },
    StreamOperator("flatMap unended", "FlattenSink", endings: .withoutCompletion) {
      $0.flatMap { Observable.just($0).concat(Observable.never()) }
    },
    StreamOperator("flatMapFirst", "FlatMapFirstSink") {
      $0.flatMapFirst { Observable.just($0) }
    },
    StreamOperator("flatMapLatest", "FlatMapLatestSink") {
      $0.flatMapLatest { Observable.just($0) }
    },
    StreamOperator("flatMapLatest unended", "FlatMapLatestSink", endings: .withoutCompletion) {
      $0.flatMapLatest { Observable.just($0).concat(Observable.never()) }
    },
    StreamOperator("switchLatest", "FlatMapLatestSink") {
      $0.map { Observable.just($0) }.switchLatest()
    },
    StreamOperator("concatMap", "FlattenSink") { $0.concatMap { Observable.just($0) } },
    StreamOperator("concat of streams", "FlattenSink") { $0.map { Observable.just($0) }.concat() },
    StreamOperator("scan", "ScanSink") { $0.scan(0, accumulator: +) },
    StreamOperator("scan(into:)", "ScanSink") {
      $0.scan(into: [Int]()) { $0.append($1) }.map(\.count)
    },
    StreamOperator("reduce", "ReduceSink", nature: .withholds) { $0.reduce(0, accumulator: +) },
    StreamOperator("reduce(into:)", "ReduceSink", nature: .withholds) {
      $0.reduce(into: 0) { $0 += $1 }
    },
    StreamOperator("toArray", "ToArraySink", nature: .withholds) {
      $0.toArray().asObservable().map(\.count)
    },
    StreamOperator("materialize", "MaterializeSink", endings: .withoutError) {
      $0.materialize().map { _ in 1 }
    },
    StreamOperator("dematerialize", "MaterializeSink", "DematerializeSink") {
      $0.materialize().dematerialize()
    },
    StreamOperator("groupBy(keySelector:)", "GroupBySink", "FlattenSink") {
      $0.groupBy { $0 % 2 }.flatMap { $0 }
    },
    StreamOperator.timed("buffer(timeSpan:)", "BufferSink", nature: .sendsOverTime) {
      $0.buffer(timeSpan: .seconds(5), count: 1, scheduler: $1).map(\.count)
    },
    StreamOperator.timed("window(timeSpan:)", "WindowSink", "FlattenSink") {
      $0.window(timeSpan: .seconds(5), count: 3, scheduler: $1).flatMap { $0 }
    },
  ]
}
