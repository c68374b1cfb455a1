import Foundation
import TestSupport
import Testing

/// Tests that run each case of the corpus under `leakcheck exec`, in a process of its own.
///
/// Each case counts the objects that were created and not deinitialized. It leaks if this number is
/// greater than the number of objects that it still needs. `LEAKCHECK_CORPUS_ROUNDS` is the number
/// of times to run each case.
@Suite(.runsPrograms) struct CorpusTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["LEAKCHECK_CORPUS_ROUNDS"].flatMap { Int($0) } ?? 1

  /// One run of one program.
  private struct Outcome: Sendable {
    var name: String
    var leaks: Bool
    var status: Int32
    var output: String
    var errors: String

    /// A Boolean value indicating whether the program's own count of objects confirms that the case
    /// leaks or does not leak.
    var isTruthful: Bool {
      let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      guard numbers.count == 2 else { return false }
      return leaks ? numbers[0] > numbers[1] : numbers[0] == numbers[1]
    }

    var isJudgedToLeak: Bool { status == 1 }
  }

  @Test(arguments: ["-Onone", "-O"])
  func leaksAreReportedInExactlyTheLeakingCases(optimization: String) async throws {
    let program = try Corpus.program(optimization)
    let cases = try Corpus.cases(of: program)
    #expect(cases.count(where: \.leaks) >= 30)
    #expect(cases.count(where: { !$0.leaks }) >= 30)
    let runs = Array(repeating: cases, count: Self.rounds).flatMap { $0 }
    let outcomes = try await Self.outcomes(of: runs, program)

    for outcome in outcomes {
      #expect(outcome.isTruthful, "\(outcome.name): \(outcome.output)")
      #expect(outcome.status == (outcome.leaks ? 1 : 0), "\(outcome.name): \(outcome.errors)")
    }
    let leaking = outcomes.filter(\.leaks)
    let judged = outcomes.filter(\.isJudgedToLeak)
    let right = judged.count(where: \.leaks)
    print(
      "corpus \(optimization): recall \(right)/\(leaking.count),",
      "precision \(right)/\(judged.count),",
      "\(cases.count) programs, \(Self.rounds) rounds")
    #expect(right == leaking.count)
    #expect(right == judged.count)
  }

  private static func outcomes(
    of runs: [(name: String, leaks: Bool)], _ program: URL
  ) async throws -> [Outcome] {
    try await concurrentMap(runs) { run in
      let result = try Corpus.run(
        Corpus.leakcheck, ["exec", "--color", "never", "--", program.path, run.name])
      return Outcome(
        name: run.name, leaks: run.leaks, status: result.status, output: result.output,
        errors: result.errors)
    }
  }
}
