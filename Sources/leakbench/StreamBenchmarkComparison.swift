import Foundation

/// Prints the times of two runs of the stream benchmarks and their ratio, for each case that both
/// runs contain.
///
/// - Parameters:
///   - base: A file that `leakbench streams --json` wrote, for example without tracing.
///   - other: A second file, for example with tracing.
func compareStreamBenchmarks(base: String, other: String) throws {
  func load(_ path: String) throws -> StreamBenchmarkResult {
    try JSONDecoder().decode(
      StreamBenchmarkResult.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }
  let (baseResult, otherResult) = (try load(base), try load(other))
  let baseTimes = Dictionary(
    baseResult.rows.map { ($0.name, $0.nanosecondsPerOperation) }, uniquingKeysWith: { $1 })
  print(column("case", 44) + leftPadded("base ns", 10) + leftPadded("other ns", 10) + "   ratio")
  for row in otherResult.rows {
    guard let time = baseTimes[row.name] else { continue }
    print(
      column(row.name, 44) + number(time, "%10.1f") + number(row.nanosecondsPerOperation, "%10.1f")
        + number(row.nanosecondsPerOperation / time, "%7.2fx"))
  }
}
