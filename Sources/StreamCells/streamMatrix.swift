package import Scenarios

/// Every cell over the stream library: each source with each operator, then the
/// shapes that people write, in their leaking and their mended form.
package func streamMatrix() -> Matrix {
  var matrix = Matrix()
  for source in StreamSource.all {
    for streamOperator in StreamOperator.all {
      // What an operator does with its source shows over `create`, which can do everything;
      // what a source does shows under one operator of each kind.
      guard source.name == "create" || streamOperator.isTypical else { continue }
      let isFull = source.name == "create" || streamOperator.name == "direct"
      let scenario = StreamScenario(
        source: source, streamOperator: streamOperator, breadth: isFull ? .full : .onePerEnding)
      matrix.add(scenario.cells)
    }
  }
  matrix.add(FeedViewModel.cells)
  matrix.add(DownloadSession.cells)
  matrix.add(Scoreboard.cells)
  return matrix
}
