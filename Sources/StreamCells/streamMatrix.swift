package import Scenarios

/// Returns every matrix cell for the stream library. The cells test:
///
/// - each source with each operator,
/// - the shapes of user code, in their leaking and their fixed forms,
/// - the disposables of the ReactiveCocoa family,
/// - the lifetimes of values,
/// - the end of a subscription that needs only one element,
/// - the values and the memory that a live subscription retains,
/// - the use of one subscription by two threads, and
/// - the behaviors.
package func streamMatrix() -> Matrix {
  var matrix = Matrix()
  for source in StreamSource.all {
    for streamOperator in StreamOperator.all {
      // Two kinds of combination are tested with every ending and timing: each operator on
      // `create`, which can send any event, and each source without an operator. Other combinations
      // need fewer cells.
      let isFull = source.name == "create" || streamOperator.name == "direct"
      let breadth: StreamScenario.Breadth =
        isFull ? .full : streamOperator.isTypical ? .onePerEnding : .ended
      let scenario = StreamScenario(
        source: source, streamOperator: streamOperator, breadth: breadth)
      matrix.add(scenario.cells)
    }
  }
  matrix.add(FeedViewModel.cells)
  matrix.add(DownloadSession.cells)
  matrix.add(Scoreboard.cells)
  matrix.add(Poller.cells)
  matrix.add(RACCells.all)
  matrix.add(ValueCellRun.cells)
  matrix.add(LimitedCellRun.cells)
  matrix.add(SteadyCellRun.cells)
  matrix.add(InterleavedCellRun.cells)
  matrix.add(Behavior.cells)
  for shape in Shape.all { matrix.add(shape.cells) }
  return matrix
}
