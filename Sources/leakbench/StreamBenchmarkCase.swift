import CRecorder

/// An operation that is measured.
struct StreamBenchmarkCase {
  let name: String
  /// The number of operations in one round.
  var operationsPerRound = 1
  /// A closure that performs the given number of rounds.
  let run: (_ rounds: Int) -> Void

  /// Returns the time and the number of allocations per operation. The time is the median of seven
  /// runs of about 20 ms or more. The allocations are counted in another run.
  func measure(countingAllocations: Bool) -> StreamBenchmarkResult.Row {
    let clock = ContinuousClock()
    var rounds = 1
    while clock.measure({ run(rounds) }) < .milliseconds(20) { rounds *= 2 }
    let operations = Double(rounds * operationsPerRound)
    let timings = (0..<7).map { _ in
      clock.measure { run(rounds) } / .nanoseconds(1) / operations
    }
    let before = lk_allocation_counter_value()
    run(rounds)
    let allocations = Double(lk_allocation_counter_value() - before) / operations
    return StreamBenchmarkResult.Row(
      name: name, nanosecondsPerOperation: timings.sorted()[3],
      allocationsPerOperation: countingAllocations ? allocations : nil)
  }
}
