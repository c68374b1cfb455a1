import Foundation

/// The result of one run of the stream benchmarks.
struct StreamBenchmarkResult: Codable {
  /// One measured case.
  struct Row: Codable {
    let name: String
    let nanosecondsPerOperation: Double
    /// The number of allocations; `nil` if they cannot be counted.
    let allocationsPerOperation: Double?
  }

  let rows: [Row]
  let liveBytes: [LiveBytes]

  /// The result as a table in text form.
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
