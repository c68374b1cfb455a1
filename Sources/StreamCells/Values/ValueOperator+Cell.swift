import Scenarios

extension ValueOperator {
  /// Returns a cell of this operator.
  ///
  /// - Parameters:
  ///   - isSingleThreaded: See ``Cell/isSingleThreaded``.
  ///   - run: A closure that runs the cell. The output of the operator is discarded.
  func cell(
    ending: Ending, variant: String, timing: Timing, isSingleThreaded: Bool = true,
    _ run: @escaping @Sendable (CellHost) -> Void
  ) -> Cell {
    Cell(
      source: "values", operator: name, ending: ending, variant: variant, timing: timing,
      expectation: .clean, showsCuts: false, isSingleThreaded: isSingleThreaded
    ) { host in
      if prints { withoutStandardOutput { run(host) } } else { run(host) }
    }
  }
}
