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

/// A counter of the probes that are alive, which one thread uses.
final class ProbeCensus {
  /// The number of probes of each number.
  var counts: [Int: Int] = [:]

  var living: Set<Int> { Set(counts.keys) }
}
