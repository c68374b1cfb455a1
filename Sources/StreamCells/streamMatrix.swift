package import Scenarios

/// Returns every cell of the stream library: each source with each operator, then the shapes from
/// programs, in their leaking and their repaired forms.
package func streamMatrix() -> Matrix {
  var matrix = Matrix()
  for source in StreamSource.all {
    for streamOperator in StreamOperator.all {
      // An operator is tested on `create`, which can send any event. A source is tested with one
      // operator of each kind.
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
  matrix.add(ValueScenario.cells)
  matrix.add(Behavior.cells)
  for shape in Shape.all { matrix.add(shape.cells) }
  return matrix
}
