import Foundation
import MutantCells
import Findings
import Scenarios

/// `leakcheck mutants`: runs the generated mutants and reports the score per file.
struct MutantsCommand {
  private var filters: [String] = []
  private var jobs = ProcessInfo.processInfo.activeProcessorCount
  private var output: String?
  private var isQuiet = false
  private var isVerbose = false
  private var isSample = false

  init(parsing words: [String]) throws(UsageError) {
    var arguments = Arguments(words)
    while let option = try arguments.nextOption() {
      switch option {
      case "--filter": filters += try arguments.values(of: option)
      case "--jobs": jobs = try arguments.count(of: option)
      case "--output": output = try arguments.value(of: option)
      case "--quiet": isQuiet = true
      case "--verbose": isVerbose = true
      case "--sample": isSample = true
      default:
        throw .unknown(
          "option", option,
          among: ["--filter", "--jobs", "--output", "--quiet", "--sample", "--verbose", "--help"])
      }
    }
  }

  func run() throws(UsageError) -> Int32 {
    let folder = try output.map { path throws(UsageError) in try OutputFolder(path) }
    let chosen = generatedMutants.filter { mutant in
      (filters.isEmpty || filters.contains { mutant.name.contains($0) })
        && (!isSample || mutant.isInSample)
    }
    let start = ContinuousClock.now
    let attempts: [Attempt]
    do throws(Worker.Failure) {
      var run = MutationRun(
        executable: RunCommand.executable, mutants: chosen, jobs: jobs, isQuiet: isQuiet)
      if isVerbose {
        let cells = MutantCells.streamMatrix().cells
        run.report = { Console.print(Self.line($0, cells)) }
      }
      attempts = try run.attempts()
    } catch {
      Console.complain("leakcheck: \(error)")
      return ExitStatus.programFailed
    }
    let score = MutationScore(
      of: attempts, listed: survivorList, isSample: isSample || !filters.isEmpty)
    let stale = attempts.filter { $0.isCaught && survivorList.entry(for: $0.mutant) != nil }
    for attempt in stale {
      Console.complain(
        "leakcheck: \(attempt.mutant.name) is caught; remove it from the list of survivors")
    }
    let unlisted = attempts.filter { !$0.isCaught && survivorList.entry(for: $0.mutant) == nil }
    for mutant in unlisted.map(\.mutant) {
      Console.complain(
        "leakcheck: \(mutant.name) (\(mutant.location)) is not caught: \(mutant.place)")
    }
    let page = MutationPage(score: score)
    if let folder { try folder.write(page.text, to: "mutants.md") }
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    Console.print("leakcheck: \(score.summary), \(seconds) s")
    return unlisted.isEmpty ? ExitStatus.clean : ExitStatus.inconclusive
  }

  private static func line(_ attempt: Attempt, _ cells: [Cell]) -> String {
    switch attempt.end {
    case .caught(let cell, let reason):
      return "caught\t\(attempt.mutant.name)\t\(attempt.cells)\t\(cells[cell].id)\t\(reason)"
    case .survived:
      return "survived\t\(attempt.mutant.name)\t\(attempt.cells)\t\(attempt.mutant.place)"
    case .notExecuted: return "not executed\t\(attempt.mutant.name)\t0\t\(attempt.mutant.place)"
    }
  }
}
