import Findings
import Scenarios

/// A type that runs matrix cells in order.
struct MatrixRun {
  var cells: [Cell]
  var isQuiet: Bool
  /// A Boolean value indicating whether the report contains details for people: the source
  /// locations of closures, and the references that are cleared when a subscription ends. Finding
  /// the references that a cell clears requires a second run of the cell.
  var isDetailed = true
  /// A Boolean value indicating whether each finding's suggested break is tried in a forked
  /// process.
  var executesBreaks = false
  /// The number of runs of each cell.
  var repeats = 1
  /// The time limit for one cell, in seconds. If a cell exceeds the limit, this process ends.
  var cellTimeout = UInt32(RunOptions.defaultCellTimeout)

  func report(reproduce: String) -> LeakReport {
    var outcomes: [CellRunner.Outcome] = []
    run { outcomes.append($0) }
    return LeakReport(of: outcomes, version: Version.current, reproduce: reproduce)
  }

  /// Runs the cells, and passes the outcome of each to a closure.
  func run(_ body: (CellRunner.Outcome) -> Void) {
    var runner = CellRunner(
      showsCuts: isDetailed, locates: isDetailed, executesBreaks: executesBreaks,
      repeats: repeats)
    let progress = Progress(total: cells.count, isQuiet: isQuiet)
    CellWatch.begin(limit: cellTimeout)
    defer { CellWatch.end() }
    // The output of cells is discarded, because the report goes to standard output.
    DiscardedOutput.during {
      for (index, cell) in cells.enumerated() {
        progress.step(index + 1, cell.id)
        CellWatch.next(cell.id)
        body(runner.outcome(of: cell))
      }
    }
    progress.finish()
  }
}
