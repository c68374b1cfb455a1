import Scenarios
import Streams

/// The plan of one matrix cell about what a live stream retains.
enum SteadyScenario: String, CaseIterable, Sendable {
  /// Both streams send elements.
  case steady
  /// The first stream fails before each round of elements. Only operators that handle errors
  /// continue.
  case steadyAfterErrors
  /// The first stream has completed, and the second sends elements.
  case steadyAfterCompletion
  /// One subscription after the other is disposed.
  case steadyAfterDisposals

  func cell(_ valueOperator: ValueOperator) -> Cell {
    Cell(
      source: "values", operator: valueOperator.name, ending: .dispose, variant: rawValue,
      timing: .afterSubscribe, expectation: .clean, showsCuts: false, isSingleThreaded: true
    ) { host in
      let run = SteadyCellRun(self, valueOperator, host)
      withExtendedLifetime(run) { valueOperator.withoutOutput { run.run() } }
    }
  }

  /// The cells of every operator.
  static var cells: [Cell] {
    ValueOperator.all.flatMap { valueOperator in allCases.map { $0.cell(valueOperator) } }
  }
}
