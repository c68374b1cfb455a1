/// One ending of one scenario at one timing: what the runner runs and judges.
///
///     Cell(
///       source: "create", operator: "map", ending: .completion, timing: .afterSubscribe,
///       expectation: .clean
///     ) { host in
///       …subscribe, `host.subscribed()`, end it, `host.ended()`…
///     }
package struct Cell: Sendable {
  package var source: String
  package var `operator`: String
  package var ending: Ending
  /// What sets the cell apart from the plain one of its ending: `bagKept`.
  package var variant: String?
  package var timing: Timing
  package var expectation: Expectation
  /// No event can reach a handler in this cell, and none must.
  package var isSilent: Bool
  /// What the ending cuts and frees is looked at, which takes snapshots of the whole graph
  /// and a second run. Left out where all cells of a row would show the same: there the objects
  /// are counted at each step, and the graph is walked once all owners are gone.
  package var showsCuts: Bool
  /// A Boolean value indicating whether the body starts no thread and uses no queue, so that the
  /// process may be copied after it.
  package var isSingleThreaded: Bool
  /// A Boolean value indicating whether the body states what must happen and compares, where other
  /// cells only end a subscription.
  package var checksItself = false
  /// Subscribes and ends, handing to the host every owner that it keeps.
  ///
  /// What the body allocates and does not hand over must be gone when it returns.
  package var body: @Sendable (CellHost) -> Void

  package init(
    source: String, operator: String, ending: Ending, variant: String? = nil, timing: Timing,
    expectation: Expectation, isSilent: Bool = false, showsCuts: Bool = true,
    isSingleThreaded: Bool = false,
    body: @escaping @Sendable (CellHost) -> Void
  ) {
    self.source = source
    self.operator = `operator`
    self.ending = ending
    self.variant = variant
    self.timing = timing
    self.expectation = expectation
    self.isSilent = isSilent
    self.showsCuts = showsCuts
    self.isSingleThreaded = isSingleThreaded
    self.body = body
  }

  /// The ending with its variant: `completion+bagKept`.
  package var endingLabel: String {
    variant.map { "\(ending.rawValue)+\($0)" } ?? ending.rawValue
  }

  /// `source/operator/ending/timing`, unique in a matrix.
  package var id: String {
    "\(source)/\(`operator`)/\(endingLabel)/\(timing.rawValue)"
  }
}
