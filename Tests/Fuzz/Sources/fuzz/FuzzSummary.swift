/// The results of a session.
struct FuzzSummary {
  let repetitions: Int
  /// The number of builds: each program counts once for each build mode.
  private var builds = 0
  private var groups = 0
  private var counts: [Failure.Kind: Int] = [:]
  private var failedBuilds = Set<String>()
  private var minimized: [Failure.Kind: Set<String>] = [:]

  init(repetitions: Int) {
    self.repetitions = repetitions
  }

  mutating func add(_ programs: [FuzzProgram]) {
    builds += programs.count
    groups += programs.reduce(0) { sum, program in
      sum + program.groups.reduce(0) { $0 + $1.instances.count }
    }
  }

  mutating func add(_ found: FuzzSession.Case) {
    counts[found.failure.kind, default: 0] += 1
    failedBuilds.insert("\(found.program.seed)\(found.mode.rawValue)")
  }

  /// Returns whether to minimize a failure, and counts it if so. The result is `true` for the
  /// first failure of a kind in each program and build mode, until `limit` failures of that kind
  /// have been counted.
  mutating func shouldMinimize(_ found: FuzzSession.Case, limit: Int) -> Bool {
    let program = "\(found.program.seed)\(found.mode.rawValue)"
    guard minimized[found.failure.kind, default: []].count < limit else { return false }
    return minimized[found.failure.kind, default: []].insert(program).inserted
  }

  func count(_ kind: Failure.Kind) -> Int { counts[kind] ?? 0 }

  var isClean: Bool { counts.isEmpty }

  /// Returns the text of the summary.
  func text(seconds: Double) -> String {
    let verdicts: [Failure.Kind] = [.missed, .falseAlarm, .count, .rule, .status]
    let wrong = verdicts.map { "\($0.rawValue) \(count($0))" }.joined(separator: ", ")
    return """
      fuzz: \(builds) builds × \(repetitions) repetitions = \(builds * repetitions) runs, \
      \(groups) groups judged, \(Int(seconds)) s
        wrong verdicts: \(verdicts.reduce(0) { $0 + count($1) }) (\(wrong))
        wrong proofs: \(count(.proof)), wrong break sets: \(count(.breakSet))
        crashes: \(count(.crash)), hangs: \(count(.hang)), flakes: \(count(.flake))
        faults of the fuzzer: model \(count(.model)), build \(count(.build))
        builds with a failure: \(failedBuilds.count) of \(builds)
      """
  }
}
