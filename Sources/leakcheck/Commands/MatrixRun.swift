import Findings
import Scenarios

/// Runs cells in order and reports on them.
struct MatrixRun {
  var cells: [Cell]
  var isQuiet: Bool
  /// For a person to read: also what each ending cuts, which takes a second run of each
  /// cell, and where closures are in the source.
  var isDetailed = true
  /// How often each cell is judged.
  var repeats = 1

  func report(reproduce: String) -> LeakReport {
    CellRunner.expectMany()
    var runner = CellRunner(showsCuts: isDetailed, locates: isDetailed, repeats: repeats)
    let progress = Progress(total: cells.count, isQuiet: isQuiet)
    // What cells print is no part of the report, which goes to standard output.
    let outcomes = DiscardedOutput.during {
      cells.enumerated().map { index, cell in
        progress.step(index + 1, cell.id)
        return runner.outcome(of: cell)
      }
    }
    progress.finish()
    return LeakReport(of: outcomes, version: Version.current, reproduce: reproduce)
  }
}
