/// An element whose lifetime is observed.
final class Probe: Hashable {
  let number: Int
  private let census: ProbeCensus

  init(_ number: Int, _ census: ProbeCensus) {
    self.number = number
    self.census = census
    census.counts[number, default: 0] += 1
  }

  deinit {
    let left = (census.counts[number] ?? 0) - 1
    census.counts[number] = left == 0 ? nil : left
  }

  static func == (first: Probe, second: Probe) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A counter of living probes. Only one thread may use it.
final class ProbeCensus {
  /// For each number, how many probes with this number are alive.
  var counts: [Int: Int] = [:]

  var living: Set<Int> { Set(counts.keys) }
}
