import Findings
import Scenarios

/// A type that runs cells in order and reports on them.
struct MatrixRun {
  var cells: [Cell]
  var isQuiet: Bool
  /// A Boolean value indicating whether the report contains details for people: the references that
  /// each ending cuts, which requires a second run of each cell, and the source locations of
  /// closures.
  var isDetailed = true
  /// A Boolean value indicating whether to execute the breaks of findings in forked processes.
  var executesBreaks = false
  /// The number of runs of each cell.
  var repeats = 1

  func report(reproduce: String) -> LeakReport {
    var runner = CellRunner(
      showsCuts: isDetailed, locates: isDetailed, executesBreaks: executesBreaks,
      repeats: repeats)
    let progress = Progress(total: cells.count, isQuiet: isQuiet)
    // The output of cells is discarded, because the report goes to standard output.
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
