package import Scenarios

/// Every cell over the stream library: each source with each operator, then the
/// shapes that people write, in their leaking and their mended form.
package func streamMatrix() -> Matrix {
  var matrix = Matrix()
  for source in StreamSource.all {
    for streamOperator in StreamOperator.all {
      let isFull = source.name == "create" || streamOperator.name == "direct"
      let scenario = StreamScenario(
        source: source, streamOperator: streamOperator, breadth: isFull ? .full : .onePerEnding)
      matrix.add(scenario.cells)
    }
  }
  matrix.add(FeedViewModel.cells)
  matrix.add(DownloadSession.cells)
  return matrix
}
