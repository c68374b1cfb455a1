import Scenarios
import Streams

/// An operator to test. The matrix combines it with every source.
struct StreamOperator: Sendable {
  /// Properties that only some operators have.
  struct Nature: OptionSet, Sendable {
    let rawValue: Int

    /// The operator sends no element before its source has ended.
    static let withholds = Nature(rawValue: 1)
    /// The operator sends no elements inside `subscribe`, for example because it sends them on a
    /// scheduler.
    static let isLate = Nature(rawValue: 2)
    /// The operator needs a scheduler whose time advances.
    static let usesTime = Nature(rawValue: 4)
    /// The operator prints to standard output.
    static let prints = Nature(rawValue: 8)
    /// The operator sends an element of its own when it is subscribed to.
    static let sendsOnSubscribe = Nature(rawValue: 16)
    /// The operator sends elements of its own as time passes.
    static let sendsOverTime = Nature(rawValue: 128)
    /// The operator fails if its source completes without an element.
    static let needsElement = Nature(rawValue: 32)
    /// The operator completes the stream as soon as it sends an element, so a handler of that
    /// element cannot end the stream.
    static let endsItself = Nature(rawValue: 64)
  }

  /// The name of the function, with its first argument label if it has one: `take(until:)`. If
  /// several operators use the same function, a space and a description of the difference follow
  /// the name, as in `amb right`. A chain has the names of its functions, joined by `+`.
  var name: String
  /// The classes of the operator's sinks and connections, which are in cycles with `SinkDisposer`s
  /// until the subscription ends; empty if no operator is applied.
  var sinks: [String]
  var nature: Nature
  /// The ways in which a stream with this operator can end.
  var endings: [Ending]
  /// A Boolean value indicating whether this operator is tested with the ending `none` on every
  /// source that permits this ending.
  var isTypical: Bool { Self.typical.contains(name) }
  var apply: @Sendable (Observable<Int>, TestScheduler) -> Observable<Int>

  init(
    _ name: String, _ sinks: String..., nature: Nature = [], endings: [Ending] = Ending.allCases,
    apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>
  ) {
    self.name = name
    self.sinks = sinks
    self.nature = nature
    self.endings = endings
    self.apply = { source, _ in apply(source) }
  }

  /// Creates an operator that needs a scheduler.
  static func timed(
    _ name: String, _ sinks: String..., nature: Nature = [],
    apply: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Int>
  ) -> StreamOperator {
    var result = StreamOperator(name, nature: nature.union(.usesTime)) { $0 }
    result.sinks = sinks
    result.apply = apply
    return result
  }
}

extension [Ending] {
  /// The endings of an operator that does not forward errors.
  static let withoutError: [Ending] = [.completion, .dispose, .bagDrop, .none]
  /// The endings of an operator that does not complete when its source does.
  static let withoutCompletion: [Ending] = [.error, .dispose, .bagDrop, .none]
}
