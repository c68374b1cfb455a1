import CRecorder
import Foundation
import Streams

/// Measures the stream library and prints the results: the time and the allocations of each
/// operation, and the memory of a live subscription.
///
/// With `--json` on the command line, the output is a JSON object, which `leakbench compare` reads.
/// Without it, the output is a table.
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
