import Findings
import Foundation
import MutantCells
import OwnershipGraph
import Scenarios

/// `leakcheck judge MUTANT`: runs matrix cells with a planted mistake, and sends the verdict on the
/// mistake to the parent process, which runs the self-test. This subcommand is internal.
///
/// Each mistake runs in a separate process, because a mistake may crash or hang the process.
struct JudgeCommand {
  private let mutant: Mutant

  init(parsing words: [String]) throws(UsageError) {
    guard words.count == 1, let name = words.first else {
      throw UsageError("judge expects the name of one mutant")
    }
    mutant = try RunOptions.mutant(named: name)
  }

  func run() throws(UsageError) -> Int32 {
    Parent.endsThisProcessWithIt()
    guard let answer = ResultChannel() else {
      throw UsageError(
        "judge: standard output cannot be redirected, so the result cannot be sent")
    }
    mutant.plant()
    let cells = MutantCells.streamMatrix().selected(by: mutant.selection)
    let report = MatrixRun(cells: cells, isQuiet: true, isDetailed: false, executesBreaks: true)
      .report(reproduce: "")
    do {
      try answer.send(mutant.judged(by: report))
    } catch {
      throw UsageError("the verdict on \(mutant.name) cannot be written: \(error)")
    }
    return ExitStatus.clean
  }
}
