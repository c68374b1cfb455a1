import Findings
import Foundation
import MutantCells
import Scenarios

/// `leakcheck execute i/n RUN-OPTIONS`: runs a share of the matrix cells, and records which
/// mutation points of the library each cell executes. See ``ExecutionMap``. This subcommand is
/// internal.
///
/// `leakcheck mutants` starts this command in child processes. `leakcheck run` does the same to
/// search for the cause of failed cells. Standard input contains the ids of the cells, one on each
/// line. Without ids, the options select the cells. If not all cells are selected, a fixed part of
/// the other cells runs as well, for comparison.
struct ExecuteCommand {
  private let share: ShardChoice
  private let options: RunOptions

  /// An unselected cell runs if its matrix index is a multiple of this number.
  private static let sparseness = 64

  init(parsing arguments: [String]) throws(CommandError) {
    guard let word = arguments.first else {
      throw CommandError("execute expects a share such as 1/2")
    }
    share = try ShardChoice(parsing: word)
    options = try RunOptions(parsing: Array(arguments.dropFirst()))
  }

  func run() throws(CommandError) -> Int32 {
    Parent.endThisProcessWhenItEnds()
    guard let answer = ResultChannel() else {
      throw CommandError(
        "execute: standard output cannot be redirected, so the result cannot be sent")
    }
    options.mutant?.plant()
    // Cells that failed in `leakcheck run` may wait again for events that never happen.
    WaitTimeout.shorten()
    let all = MutantCells.streamMatrix().cells
    let selection = options.isJudging ? options.mutant?.selection : options.selection
    let input = FileHandle.standardInput.readDataToEndOfFile()
    let named = Set(String(decoding: input, as: UTF8.self).split(separator: "\n"))
    var result = ExecutionMap.Share()
    var runner = CellRunner(showsCuts: false, locates: false, onCheck: ExecutedPositions.checked)
    let parts = Worker.parts(of: all, among: share.count)
    for (index, cell) in all.enumerated() where parts[index] == share.index - 1 {
      let isSelected =
        named.isEmpty ? selection?.includes(cell) ?? true : named.contains(cell.id[...])
      guard isSelected || index % Self.sparseness == 0 else { continue }
      ExecutedPositions.forget()
      let outcome = runner.outcome(of: cell)
      let numbers = ExecutedPositions.all
      result.cells.append(index)
      result.positions.append(ExecutionMap.data(of: numbers))
      if outcome.report.verdict != .pass {
        result.red[index] = RedCell(
          outcome, positions: numbers, positionsBeforeFailure: ExecutedPositions.beforeFailure)
      }
    }
    do {
      try answer.send(result)
    } catch {
      throw CommandError("the executed positions cannot be written: \(error)")
    }
    return ExitStatus.clean
  }
}
