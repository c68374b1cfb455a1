import Scenarios
import Streams

/// A way to create a stream. The matrix combines it with every operator.
struct StreamSource: Sendable {
  /// The name of the function that creates the source, the name of its type, or a description, such
  /// as `timer once`.
  var name: String
  /// The classes of the source's sinks, which form a cycle with their `SinkDisposer`s until the
  /// subscription ends; empty if the source has no sink or never has the ending ``Ending/none``.
  var sinks: [String]
  /// The endings that are possible at each timing.
  var possibleEndings: PossibleEndings
  /// A Boolean value indicating whether the source sends no element until it ends.
  var withholds = false
  /// A Boolean value indicating whether the source completes without an element.
  var isEmpty = false
  /// A Boolean value indicating whether tasks send the elements.
  var usesTasks = false
  /// A closure that creates the feed of a matrix cell with the given ending.
  var makeFeed: @Sendable (Ending) -> any StreamFeed

  init(
    _ name: String, sinks: String..., possibleEndings: PossibleEndings = .everything,
    withholds: Bool = false, isEmpty: Bool = false, usesTasks: Bool = false,
    makeFeed: @escaping @Sendable (Ending) -> any StreamFeed
  ) {
    self.name = name
    self.sinks = sinks
    self.possibleEndings = possibleEndings
    self.withholds = withholds
    self.isEmpty = isEmpty
    self.usesTasks = usesTasks
    self.makeFeed = makeFeed
  }

  /// Returns a source whose stream is made by `makeStream` and sends in virtual time.
  static func timed(
    _ name: String, sinks: String..., possibleEndings: PossibleEndings,
    makeStream: @escaping @Sendable (TestScheduler, Ending) -> Observable<Int>
  ) -> StreamSource {
    var source = StreamSource(name, possibleEndings: possibleEndings) { ending in
      ClockFeed { makeStream($0, ending) }
    }
    source.sinks = sinks
    return source
  }
}

extension StreamSource {
  /// The endings that are possible at each timing.
  struct PossibleEndings: Sendable {
    var insideSubscribe: [Ending]
    /// The endings after `subscribe` has returned, outside handlers, on the same or another thread.
    var later: [Ending]
    /// The endings from inside a handler.
    var reentrant: [Ending]

    static let everything = PossibleEndings(Ending.allCases, Ending.allCases, Ending.allCases)
    /// The endings of a subject that sends nothing inside `subscribe` unless it has ended.
    static let subject = PossibleEndings([.completion, .error], Ending.allCases, Ending.allCases)
    /// The endings of a subject that sends elements only at its end.
    static let elementAtEnd = PossibleEndings(
      [.completion, .error], Ending.allCases, [])
    static let relay = PossibleEndings([], unended, unended)
    static let replayingRelay = PossibleEndings(unended, unended, unended)
    /// The endings of a source that schedules its actions one after the other. The clock cannot be
    /// advanced from inside a handler, so a handler can only dispose the subscription.
    static let endless = PossibleEndings([], unended, [.dispose, .bagDrop])
    static let completing = PossibleEndings(
      [], [.completion, .dispose, .bagDrop, .none], [.dispose, .bagDrop])
    /// The endings of a source with events at fixed times, which schedules all its actions at once.
    static let recorded = PossibleEndings([], Ending.allCases, unended)
    /// The endings of a source whose task sends elements after `subscribe`. ``Ending/none`` is
    /// omitted, because the runtime would retain the suspended task.
    static let task = PossibleEndings(
      [], [.completion, .error, .dispose, .bagDrop], [.dispose, .bagDrop])
    static let silent = PossibleEndings([], unended, [])

    /// Returns the endings of a source that can end in only one way, inside `subscribe`.
    static func atOnce(_ ending: Ending) -> PossibleEndings { PossibleEndings([ending], [], []) }

    private static let unended: [Ending] = [.dispose, .bagDrop, .none]

    init(_ insideSubscribe: [Ending], _ later: [Ending], _ reentrant: [Ending]) {
      self.insideSubscribe = insideSubscribe
      self.later = later
      self.reentrant = reentrant
    }

    /// Returns the endings at a timing.
    func at(_ timing: Timing) -> [Ending] {
      switch timing {
      case .insideSubscribe: insideSubscribe
      case .afterSubscribe, .otherThread: later
      case .reentrant: reentrant
      }
    }
  }
}
