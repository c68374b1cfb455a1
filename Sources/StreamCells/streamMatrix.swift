package import Scenarios

/// Every cell over the stream library: each source with each operator, then the
/// shapes that people write, in their leaking and their mended form.
package func streamMatrix() -> Matrix {
  var matrix = Matrix()
  for source in StreamSource.all {
    for streamOperator in StreamOperator.all {
      matrix.add(StreamScenario(source: source, streamOperator: streamOperator).cells)
    }
  }
  matrix.add(FeedViewModel.cells)
  matrix.add(DownloadSession.cells)
  return matrix
}
