import Foundation
import MutantCells
import Findings
import Scenarios

/// `leakcheck mutants`: runs the matrix cells with generated mutants, and reports for each file how
/// many of its mutants were caught.
struct MutantsCommand {
  var filters: [String] = []
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  var output: String?
  var isQuiet = false
  var isVerbose = false
  var isSample = false

  init(parsing arguments: [String]) throws(CommandError) {
    var reader = Arguments(arguments)
    _ = try reader.read(Self.options, into: &self)
  }

  /// The path of the list of the mutants that no cell catches, relative to the package.
  private static let survivorsPath = "Sources/MutantStreams/Survivors.txt"

  func run() throws(CommandError) -> Int32 {
    let folder = try output.map { path throws(CommandError) in try OutputFolder(path) }
    let chosen = generatedMutants.filter { mutant in
      (filters.isEmpty || filters.contains { mutant.name.contains($0) })
        && (!isSample || mutant.isInSample)
    }
    let start = ContinuousClock.now
    let attempts: [Attempt], map: ExecutionMap
    do throws(WorkerFailure) {
      var run = MutationRun(
        executable: RunCommand.executable, mutants: chosen, jobs: jobs, isQuiet: isQuiet)
      if isVerbose {
        let cells = MutantCells.streamMatrix().cells
        run.report = { Console.print(Self.line($0, cells)) }
      }
      (attempts, map) = try run.attempts()
    } catch {
      Console.printError("leakcheck: \(error)")
      return ExitStatus.programFailed
    }
    let score = MutationScore(
      of: attempts, listed: survivorList, isSample: isSample || !filters.isEmpty)
    let stale = attempts.filter { $0.isCaught && survivorList.entry(for: $0.mutant) != nil }
    for attempt in stale {
      Console.printError(
        "leakcheck: \(attempt.mutant.name) is caught; remove it from \(Self.survivorsPath)")
    }
    let unlisted = attempts.filter { !$0.isCaught && survivorList.entry(for: $0.mutant) == nil }
    for mutant in unlisted.map(\.mutant) {
      Console.printError(
        "leakcheck: \(mutant.name) (\(mutant.location)) is not caught, and not listed in "
          + "\(Self.survivorsPath): \(mutant.sourceText)")
    }
    let accuracy = RankingAccuracy(of: attempts, map)
    let page = MutationPage(score: score, accuracy: accuracy)
    if let folder { try folder.write(page.text, to: "mutants.md") }
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    Console.print("leakcheck: \(accuracy.summary)")
    let cells = attempts.reduce(0) { $0 + $1.red.count + $1.green.count }
    Console.print("leakcheck: \(score.summary), \(seconds) s")
    if !isQuiet {
      Console.printError(
        "leakcheck: \(cells) cells ran, \(Self.processorSeconds) s of processor time")
    }
    return unlisted.isEmpty ? ExitStatus.clean : ExitStatus.inconclusive
  }

  /// The processor time of the finished child processes and their children, in seconds.
  private static var processorSeconds: Int {
    var usage = rusage()
    #if canImport(Glibc)
      unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #else
      unsafe getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    return Int(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
  }

  private static func line(_ attempt: Attempt, _ cells: [Cell]) -> String {
    switch attempt.end {
    case .caught(let cell, let reason):
      return "caught\t\(attempt.mutant.name)\t\(attempt.cells)\t\(cells[cell].id)\t\(reason)"
    case .survived:
      return "survived\t\(attempt.mutant.name)\t\(attempt.cells)\t\(attempt.mutant.sourceText)"
    case .notExecuted:
      return "not executed\t\(attempt.mutant.name)\t0\t\(attempt.mutant.sourceText)"
    }
  }
}
