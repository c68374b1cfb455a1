import Findings
import Foundation
import OwnershipGraph
import Scenarios

/// `leakcheck work i/n RUN-OPTIONS`: runs one share of the matrix cells, and sends the report to
/// the parent process, which distributes the cells. This subcommand is internal.
///
/// Each share runs in a separate process, because the counts and probes of objects are global to a
/// process. Cells on two threads of one process would observe each other's objects.
struct WorkCommand {
  private let share: ShardChoice
  private let options: RunOptions

  init(parsing arguments: [String]) throws(CommandError) {
    guard let word = arguments.first else { throw CommandError("work expects a share such as 1/2") }
    share = try ShardChoice(parsing: word)
    options = try RunOptions(parsing: Array(arguments.dropFirst()))
  }

  func run() throws(CommandError) -> Int32 {
    Parent.endThisProcessWhenItEnds()
    guard let answer = ResultChannel() else {
      throw CommandError(
        "work: standard output cannot be redirected, so the result cannot be sent")
    }
    options.mutant?.plant()
    let parts = Worker.parts(of: options.cells, among: share.count)
    let cells = zip(options.cells, parts).filter { $1 == share.index - 1 }.map(\.0)
    let report = MatrixRun(
      cells: cells, isQuiet: options.report.isQuiet, executesBreaks: options.executesBreaks,
      repeats: options.repeats, cellTimeout: UInt32(options.cellTimeout)
    ).report(reproduce: options.reproduction)
    do {
      try answer.send(report)
    } catch {
      throw CommandError("the part \(share.index) of \(share.count) cannot be written: \(error)")
    }
    return ExitStatus.clean
  }
}
