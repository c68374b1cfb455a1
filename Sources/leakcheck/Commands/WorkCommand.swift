import Findings
import Foundation
import OwnershipGraph
import Scenarios

/// `leakcheck work i/n START RUN-OPTIONS`: runs one share of the matrix cells, and sends the
/// outcome of each cell to the parent process, which distributes the cells. This subcommand is
/// internal.
///
/// Each share runs in a separate process, because the counts and probes of objects are global to a
/// process. Cells on two threads of one process would observe each other's objects.
///
/// Each outcome is one line. If a cell crashes the process, the parent therefore has the outcomes
/// of all earlier cells. It starts another process, in which the first START cells of the share are
/// omitted.
struct WorkCommand {
  private let share: ShardChoice
  private let start: Int
  private let options: RunOptions

  init(parsing arguments: [String]) throws(CommandError) {
    guard arguments.count > 1, let start = Int(arguments[1]), start >= 0 else {
      throw CommandError("work expects a share such as 1/2, and a number of cells to omit")
    }
    share = try ShardChoice(parsing: arguments[0])
    self.start = start
    options = try RunOptions(parsing: Array(arguments.dropFirst(2)))
  }

  func run() throws(CommandError) -> Int32 {
    Parent.endThisProcessWhenItEnds()
    guard let answer = ResultChannel() else {
      throw CommandError(
        "work: standard output cannot be redirected, so the result cannot be sent")
    }
    options.mutant?.plant()
    let cells = Worker.cells(ofPart: share.index - 1, of: options.cells, among: share.count)
    var sent: Set<String> = []
    MatrixRun(
      cells: Array(cells.dropFirst(start)), isQuiet: options.report.isQuiet,
      executesBreaks: options.executesBreaks, repeats: options.repeats,
      cellTimeout: UInt32(options.cellTimeout)
    ).run { outcome in
      var outcome = outcome
      // Thousands of cells may have the same finding. Its objects are sent once.
      outcome.findings = outcome.findings.map { finding in
        sent.insert(finding.fingerprint).inserted ? finding : finding.repetition
      }
      answer.send(line: outcome)
    }
    return ExitStatus.clean
  }
}
