import Scenarios
import Streams

/// A source with an operator on it: the cells of every ending and timing that it can have.
///
/// | timing | how the ending comes |
/// | --- | --- |
/// | `insideSubscribe` | the source sends it, or the first element's handler disposes, before `subscribe` returns |
/// | `afterSubscribe` | the host sends or disposes, having received an element |
/// | `reentrant` | the first element's handler sends or disposes |
/// | `otherThread` | a thread that the host waits for sends or disposes |
///
/// Left out is what cannot be: a subject calls no handler inside `subscribe`, so
/// neither the host nor an element can end it there.
struct StreamScenario: Sendable {
  var source: StreamSource
  var streamOperator: StreamOperator

  /// The cells of all endings, then those whose bag is kept beyond the end.
  var cells: [Cell] {
    Ending.allCases.flatMap { ending in timings(of: ending).map { cell(ending, $0) } }
      + timings(of: .completion).map { bagKeptCell($0) }
  }

  private func timings(of ending: Ending) -> [Timing] {
    Timing.allCases.filter {
      $0 != .insideSubscribe || source.endingsInsideSubscribe.contains(ending)
    }
  }

  private func cell(_ ending: Ending, _ timing: Timing) -> Cell {
    let sinks = [source.sink, streamOperator.sink].compactMap { $0 }
    let isControl = ending == .none && !sinks.isEmpty
    return Cell(
      source: source.name, operator: streamOperator.name, ending: ending, timing: timing,
      expectation: isControl ? .cycle(through: ["SinkDisposer"] + sinks) : .clean
    ) { host in
      Play(scenario: self, ending: ending, timing: timing, host: host).run()
    }
  }

  private func bagKeptCell(_ timing: Timing) -> Cell {
    Cell(
      source: source.name, operator: streamOperator.name, ending: .completion, variant: "bagKept",
      timing: timing, expectation: .held(by: [Owner.bag])
    ) { host in
      Play(scenario: self, ending: .completion, timing: timing, host: host, keepsBag: true).run()
    }
  }
}
