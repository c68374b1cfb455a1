/// A matrix cell: one test of a library. Usually it subscribes to a source through an operator, and
/// the subscription ends in one way (``Ending``) at one time (``Timing``). A cell that tests
/// something else has the ending ``Ending/dispose``. ``CellRunner`` runs the cell and judges the
/// result.
///
///     Cell(
///       source: "create", operator: "map", ending: .completion, timing: .afterSubscribe,
///       expectation: .clean
///     ) { host in
///       …subscribe, `host.takeSubscribedSnapshot()`, end it, `host.takeEndedSnapshot()`…
///     }
package struct Cell: Sendable {
  package var source: String
  package var `operator`: String
  package var ending: Ending
  /// The variant of the ending, such as `bagKept`; `nil` for the plain ending.
  package var variant: String?
  package var timing: Timing
  package var expectation: Expectation
  /// A Boolean value indicating whether no event reaches a handler in this cell.
  package var isSilent: Bool
  /// A Boolean value indicating whether the report shows which references are cut, and which
  /// objects are freed, when the subscription ends. This requires snapshots of the whole graph and
  /// a second run.
  ///
  /// It is `false` if other cells show the same references and objects. Objects are then only
  /// counted at each step, and the graph is walked only after the owners were released.
  package var showsCuts: Bool
  /// A Boolean value indicating whether the body starts no thread and uses no queue, so that the
  /// process may be forked after the body has run.
  package var isSingleThreaded: Bool
  /// A Boolean value indicating whether the body compares results with expected results. Other
  /// cells only end a subscription.
  package var checksItself = false
  /// A closure that subscribes and ends the subscription. It passes to the host every owner that
  /// outlives the closure.
  ///
  /// After the closure returns, the objects that it allocated may be retained only by these owners
  /// and by the surviving objects that the expectation permits.
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
