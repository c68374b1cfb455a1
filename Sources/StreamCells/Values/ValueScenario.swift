import Scenarios

/// The plan of one matrix cell about the lifetime of values.
struct ValueScenario: Sendable {
  /// The objects that the run keeps after the last end. The sequence is always kept until then,
  /// because the run subscribes to it again.
  enum Kept: String, CaseIterable { case nothing, observable, subscription, both }

  /// The situation in which the end occurs.
  enum Moment: String, CaseIterable {
    /// Actions that were due within 30 seconds have run.
    case settled
    /// A timer, a scheduled action or an inner stream may be pending, and a value may not have been
    /// sent yet.
    case pending
    /// The handler of an element ends the subscription.
    case inHandler
    /// The first stream sends a value and its terminal event before `subscribe` returns.
    case early

    var timing: Timing {
      switch self {
      case .settled, .pending: .afterSubscribe
      case .inHandler: .reentrant
      case .early: .insideSubscribe
      }
    }
  }

  var ending: Ending
  var moment: Moment
  var kept: Kept
  /// A Boolean value indicating whether there are two subscribers. The second is always disposed.
  var hasTwo: Bool
  /// The scheduler of operators that need one.
  var clock: ValueClock.Kind
  /// The number of times to subscribe to the stream, one after the other.
  var rounds: Int

  var keepsObservable: Bool { kept == .observable || kept == .both }
  var keepsSubscriptions: Bool { kept == .subscription || kept == .both }

  private static let endings: [Ending] = [.completion, .error, .dispose, .bagDrop]

  /// A set of scenarios. For any two of the properties, it contains every combination of their
  /// values.
  static let all = CoveringArray(
    levels: [
      endings.count, Moment.allCases.count, Kept.allCases.count, ValueClock.Kind.allCases.count, 2,
      2,
    ]
  ).rows.map { row in
    ValueScenario(
      ending: endings[row[0]], moment: Moment.allCases[row[1]], kept: Kept.allCases[row[2]],
      hasTwo: row[4] == 1, clock: ValueClock.Kind.allCases[row[3]], rounds: row[5] == 1 ? 4 : 1)
  }

  var name: String {
    "\(moment.rawValue)+\(kept.rawValue)" + (clock == .virtual ? "" : "+\(clock.rawValue)")
      + (hasTwo ? "+two" : "") + (rounds > 1 ? "+again" : "")
  }
}
