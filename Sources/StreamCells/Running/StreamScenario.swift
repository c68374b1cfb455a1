import Scenarios
import Streams

/// The matrix cells of a source with an operator. At full breadth, every ending has every timing.
///
/// | timing | cause of the ending |
/// | --- | --- |
/// | `insideSubscribe` | inside `subscribe`, the source or a handler ends the subscription |
/// | `afterSubscribe` | after an element was sent, the cell ends the source or the subscription |
/// | `reentrant` | after `subscribe`, an element's handler ends the source or the subscription |
/// | `otherThread` | another thread ends the source or the subscription; the cell waits for it |
///
/// Impossible combinations are omitted. A `PublishSubject` sends no element inside `subscribe`, so
/// no handler can dispose there. `toArray` sends no element before its source has ended, so no
/// handler of an element can end the subscription.
struct StreamScenario: Sendable {
  /// The set of cells that a scenario contains.
  enum Breadth {
    /// Every ending at every timing.
    case full
    /// One cell for each ending, timed after `subscribe` if possible. These cells suffice for a
    /// combination of a source and an operator, because the effect of a timing on an operator does
    /// not depend on the source.
    case onePerEnding
    /// The cells of ``onePerEnding``, without the cell for ``Ending/none``. For this source and
    /// this operator, other scenarios already contain cells for ``Ending/none``.
    case ended
  }

  var source: StreamSource
  var streamOperator: StreamOperator
  var breadth = Breadth.full

  /// The cells of all endings, followed by the cells in which the bag outlives the subscription.
  var cells: [Cell] {
    let plain = Ending.allCases.flatMap { ending in timings(of: ending).map { cell(ending, $0) } }
    guard breadth == .full else { return plain }
    return plain + timings(of: .completion).map { bagKeptCell($0) }
  }

  private func timings(of ending: Ending) -> [Timing] {
    if breadth == .ended && ending == .none { return [] }
    let possible = Timing.allCases.filter { isPossible(ending, $0) }
    if breadth != .full, let timing = possible.first(where: { $0 == .afterSubscribe }) {
      return [timing]
    }
    return breadth == .full ? possible : Array(possible.prefix(1))
  }

  private func isPossible(_ ending: Ending, _ timing: Timing) -> Bool {
    let nature = streamOperator.nature
    guard source.possibleEndings.at(timing).contains(ending),
      streamOperator.endings.contains(ending),
      !(nature.contains(.needsElement) && source.isEmpty)
    else { return false }
    switch timing {
    case .insideSubscribe:
      return !nature.contains(.isLate)
        && !(withholds && (ending == .dispose || ending == .bagDrop))
    case .reentrant: return !withholds && !nature.contains(.endsItself)
    case .afterSubscribe, .otherThread: return true
    }
  }

  private var withholds: Bool { source.withholds || streamOperator.nature.contains(.withholds) }

  private func cell(_ ending: Ending, _ timing: Timing) -> Cell {
    let sinks = source.sinks + streamOperator.sinks
    let isControl = ending == .none && !sinks.isEmpty
    let sends: StreamOperator.Nature = [.sendsOnSubscribe, .sendsOverTime]
    let isSilent = withholds && streamOperator.nature.isDisjoint(with: sends)
    return Cell(
      source: source.name, operator: streamOperator.name, ending: ending, timing: timing,
      expectation: isControl ? .cycle(through: ["SinkDisposer"] + sinks) : .clean,
      isSilent: isSilent && ending.event == nil, showsCuts: breadth == .full,
      isSingleThreaded: timing != .otherThread && !source.usesTasks
    ) { host in
      CellRun(of: source, streamOperator, ending, timing, for: host).run()
    }
  }

  private func bagKeptCell(_ timing: Timing) -> Cell {
    Cell(
      source: source.name, operator: streamOperator.name, ending: .completion, variant: "bagKept",
      timing: timing, expectation: .held(by: [Owner.bag])
    ) { host in
      CellRun(of: source, streamOperator, .completion, timing, for: host, keepsBag: true).run()
    }
  }
}
