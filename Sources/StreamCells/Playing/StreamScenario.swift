import Scenarios
import Streams

/// A source with an operator on it. At full breadth, it has a cell for every ending and timing.
///
/// | timing | cause of the ending |
/// | --- | --- |
/// | `insideSubscribe` | the source sends it, or the first element's handler disposes, before `subscribe` returns |
/// | `afterSubscribe` | the host sends or disposes, having received an element |
/// | `reentrant` | the first element's handler sends or disposes |
/// | `otherThread` | a thread that the host waits for sends or disposes |
///
/// Impossible combinations are omitted. A subject calls no handler inside `subscribe`, so neither
/// the host nor an element can end it there. `toArray` sends no element before its end, so no
/// handler can end it.
struct StreamScenario: Sendable {
  /// The set of cells of a scenario.
  enum Breadth {
    /// Every ending at every timing.
    case full
    /// Every ending at one timing, which is after `subscribe` if possible. These cells suffice for
    /// a combination of a source and an operator, because the effect of a timing on an operator
    /// does not depend on the source.
    case onePerEnding
    /// The cells of ``onePerEnding`` without controls, because other scenarios contain the controls
    /// of the source and of the operator.
    case ended
  }

  var source: StreamSource
  var streamOperator: StreamOperator
  var breadth = Breadth.full

  /// The cells of all endings, followed by the cells whose bag is kept after the end.
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
    guard source.reach.endings(timing).contains(ending), streamOperator.endings.contains(ending),
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
    let speaks: StreamOperator.Nature = [.speaksFirst, .speaksUnasked]
    let isSilent = withholds && streamOperator.nature.isDisjoint(with: speaks)
    return Cell(
      source: source.name, operator: streamOperator.name, ending: ending, timing: timing,
      expectation: isControl ? .cycle(through: ["SinkDisposer"] + sinks) : .clean,
      isSilent: isSilent && ending.event == nil, showsCuts: breadth == .full,
      isSingleThreaded: timing != .otherThread && !source.usesTasks
    ) { host in
      Play(of: source, streamOperator, ending, timing, for: host).run()
    }
  }

  private func bagKeptCell(_ timing: Timing) -> Cell {
    Cell(
      source: source.name, operator: streamOperator.name, ending: .completion, variant: "bagKept",
      timing: timing, expectation: .held(by: [Owner.bag])
    ) { host in
      Play(of: source, streamOperator, .completion, timing, for: host, keepsBag: true).run()
    }
  }
}
