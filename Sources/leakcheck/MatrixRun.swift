import OwnershipGraph
import Scenarios

/// Runs cells in order and reports on them.
struct MatrixRun {
  var cells: [Cell]
  var isQuiet: Bool
  /// Also find out what each ending cuts, which takes a second run of each cell.
  var showsCuts = true
  /// How often each cell is judged.
  var repeats = 1

  func report(reproduce: String) -> LeakReport {
    CellRunner.expectMany()
    var runner = CellRunner(showsCuts: showsCuts, repeats: repeats)
    let progress = Progress(total: cells.count, isQuiet: isQuiet)
    let outcomes = cells.enumerated().map { index, cell in
      progress.step(index + 1, cell.id)
      return runner.outcome(of: cell)
    }
    progress.finish()
    return LeakReport(of: outcomes, version: Version.current, reproduce: reproduce)
  }
}
