import Foundation

/// One case of the comparison, written for Streams and for the peer.
struct Case {
  let name: String
  /// The speed of the best peer relative to the speed of OpenCombine, from the project's table of
  /// peers.
  let bestOverOpenCombine: Double
  /// The number of operations in one round. The argument of the closures is the number of rounds.
  var operationsPerRound = 1
  let streams: (_ rounds: Int) -> Void
  let openCombine: (_ rounds: Int) -> Void

  /// Measures both libraries alternately, and returns the median times in nanoseconds per
  /// operation.
  func measure() -> (streams: Double, openCombine: Double) {
    let clock = ContinuousClock()
    func rounds(_ run: (Int) -> Void) -> Int {
      var rounds = 1
      while clock.measure({ run(rounds) }) < .milliseconds(20) { rounds *= 2 }
      return rounds
    }
    func time(_ rounds: Int, _ run: (Int) -> Void) -> Double {
      Double(clock.measure { run(rounds) }.components.attoseconds) / 1e9
        / Double(rounds * operationsPerRound)
    }
    let (own, peers) = (rounds(streams), rounds(openCombine))
    let timings = (0..<7).map { _ in (time(own, streams), time(peers, openCombine)) }
    return (timings.map(\.0).sorted()[3], timings.map(\.1).sorted()[3])
  }
}

/// Uses a result in a way that is opaque to the optimizer.
@inline(never)
func keep(_ value: Int) {
  withExtendedLifetime(value) {}
}
