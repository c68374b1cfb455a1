import Findings
import Foundation
import MutantCells
import OwnershipGraph
import Scenarios

/// `leakcheck judge MUTANT`: runs matrix cells with a planted mutant, and sends the verdict on the
/// mutant to the parent process, which runs the self-test. This subcommand is internal.
///
/// Each mutant runs in a separate process, because a mutant may crash or hang the process.
struct JudgeCommand {
  private let mutant: Mutant

  init(parsing arguments: [String]) throws(CommandError) {
    guard arguments.count == 1, let name = arguments.first else {
      throw CommandError("judge expects the name of one mutant")
    }
    mutant = try RunOptions.mutant(named: name)
  }

  func run() throws(CommandError) -> Int32 {
    Parent.endThisProcessWhenItEnds()
    guard let answer = ResultChannel() else {
      throw CommandError(
        "judge: standard output cannot be redirected, so the result cannot be sent")
    }
    mutant.plant()
    let cells = MutantCells.streamMatrix().selected(by: mutant.selection)
    let report = MatrixRun(cells: cells, isQuiet: true, isDetailed: false, executesBreaks: true)
      .report(reproduce: "")
    do {
      try answer.send(mutant.judged(by: report))
    } catch {
      throw CommandError("the verdict on \(mutant.name) cannot be written: \(error)")
    }
    return ExitStatus.clean
  }
}
