import CSwiftRuntime
import Foundation
import Streams

/// Measures the stream library: operations a second, and allocations an operation.
///
/// With `--json` among the program's arguments the result is one JSON object, which
/// `leakbench compare` takes; otherwise a table.
func runStreamBenchmarks() throws {
  let countsAllocations = lk_allocation_counter_install()
  let rows = streamBenchmarkCases.map { $0.measure(countingAllocations: countsAllocations) }
  let live = [
    LiveBytes.measure("a live create subscription", make: liveCreateSubscription),
    LiveBytes.measure("a live subject subscription", make: liveSubjectSubscription),
  ].compactMap(\.self)
  let result = StreamBenchmarkResult(rows: rows, liveBytes: live)

  if CommandLine.arguments.contains("--json") {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(result), as: UTF8.self))
  } else {
    print(result.table)
  }
}

/// What one run of the stream benchmarks found.
struct StreamBenchmarkResult: Codable {
  /// One measured case.
  struct Row: Codable {
    let name: String
    let nanosecondsPerOperation: Double
    /// Nil where allocations cannot be counted.
    let allocationsPerOperation: Double?
  }

  let rows: [Row]
  let liveBytes: [LiveBytes]

  /// The rows for a person to read.
  var table: String {
    let lines = rows.map { row in
      let rate = 1000 / row.nanosecondsPerOperation
      let allocations = row.allocationsPerOperation.map { String(format: "%.1f", $0) } ?? "?"
      return column(row.name, 44) + number(rate, "%10.2f") + " M/s "
        + number(row.nanosecondsPerOperation, "%9.1f") + " ns " + leftPadded(allocations, 6)
        + " mallocs"
    }
    let sizes = liveBytes.map { column($0.name, 44) + number($0.bytes, "%10.0f") + " bytes" }
    return (["streams"] + lines + sizes).joined(separator: "\n")
  }
}

/// One operation to be measured, many times over.
struct StreamBenchmarkCase {
  let name: String
  /// How many operations one call of the closure performs for its argument 1.
  var operationsPerRound = 1
  /// Performs a number of rounds.
  let run: (_ rounds: Int) -> Void

  /// The median of seven timings of at least 20 ms each.
  func measure(countingAllocations: Bool) -> StreamBenchmarkResult.Row {
    let clock = ContinuousClock()
    var rounds = 1
    while clock.measure({ run(rounds) }) < .milliseconds(20) { rounds *= 2 }
    let operations = Double(rounds * operationsPerRound)
    let timings = (0..<7).map { _ in
      Double(clock.measure { run(rounds) }.components.attoseconds) / 1e9 / operations
    }
    let before = lk_allocation_counter_value()
    run(rounds)
    let allocations = Double(lk_allocation_counter_value() - before) / operations
    return StreamBenchmarkResult.Row(
      name: name, nanosecondsPerOperation: timings.sorted()[3],
      allocationsPerOperation: countingAllocations ? allocations : nil)
  }
}

/// Prints how two runs of the stream benchmarks compare, row by row.
///
/// - Parameters:
///   - base: A file that `leakbench streams --json` wrote, for instance without tracing.
///   - other: Another, for instance with tracing.
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

private func column(_ text: String, _ width: Int) -> String {
  text.padding(toLength: width, withPad: " ", startingAt: 0)
}

private func leftPadded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

private func number(_ value: Double, _ format: String) -> String {
  String(format: format, value)
}
