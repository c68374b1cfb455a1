import TestSupport

/// The scripts of the sources of a trial, and the way in which the trial's subscription ends.
struct TrialPlan: CustomStringConvertible {
  /// A message of a source, and its delay after the subscription. If the delay is 0, the message is
  /// sent while the source is being subscribed to.
  struct Message: CustomStringConvertible {
    var delay: Int
    var signal: Signal

    var description: String { "\(delay): \(signal)" }
  }

  enum Disposal {
    case never
    /// The subscription is disposed at this tick, after the messages of the tick.
    case at(Int)
    /// The handler of the element with this number disposes the subscription.
    case inHandler(Int)
  }

  /// An instruction for the handler of one element: make a source send its next message
  /// immediately.
  struct Reentry: CustomStringConvertible {
    var element: Int
    var port: Int

    var description: String { "source \(port) in the handler of element \(element)" }
  }

  static let portCount = 4
  static let lastTick = 60

  /// The messages of each source. They are the same for all subscriptions to the source.
  var scripts: [[Message]]
  var disposal: Disposal
  /// A Boolean value indicating whether sources continue to send after the disposal of their
  /// subscription.
  var sendsLate: Bool
  var reentry: Reentry?
  /// A Boolean value indicating whether the subscription handles failures.
  var handlesFailures: Bool

  var description: String {
    let sources = scripts.enumerated().map { "  source \($0): \($1)" }.joined(separator: "\n")
    let reenters = reentry.map { ", reenters \($0)" } ?? ""
    let handles = handlesFailures ? "" : ", without a handler of failures"
    return "\(sources)\n  disposal \(disposal), sends late: \(sendsLate)\(reenters)\(handles)"
  }

  init(_ generator: inout SeededGenerator) {
    var numbers = Array(1...99)
    scripts = (0..<TrialPlan.portCount).map { _ in
      var messages: [Message] = []
      var delay = Int.random(in: 0...3, using: &generator) == 0 ? 0 : 1
      for _ in 0..<Int.random(in: 0...7, using: &generator) {
        let index = Int.random(in: numbers.indices, using: &generator)
        messages.append(Message(delay: delay, signal: .next(numbers.remove(at: index))))
        delay += Int.random(in: delay == 0 ? 0...2 : 0...5, using: &generator)
      }
      switch Int.random(in: 0...5, using: &generator) {
      case 0: break
      case 1: messages.append(Message(delay: delay, signal: .failed))
      default: messages.append(Message(delay: delay, signal: .completed))
      }
      return messages
    }
    switch Int.random(in: 0...3, using: &generator) {
    case 0: disposal = .at(Int.random(in: 0...25, using: &generator))
    case 1: disposal = .inHandler(Int.random(in: 1...4, using: &generator))
    default: disposal = .never
    }
    sendsLate = Int.random(in: 0...4, using: &generator) == 0
    handlesFailures = Int.random(in: 0...4, using: &generator) > 0
    guard Int.random(in: 0...3, using: &generator) == 0 else { return }
    reentry = Reentry(
      element: Int.random(in: 1...4, using: &generator),
      port: Int.random(in: 0...1, using: &generator))
  }

  /// The plans that differ in one respect: one message less, no disposal, no late messages, no
  /// unhandled failures, or no reentry.
  var reductions: [TrialPlan] {
    var reductions: [TrialPlan] = []
    for port in scripts.indices {
      for index in scripts[port].indices {
        var reduced = self
        reduced.scripts[port].remove(at: index)
        reductions.append(reduced)
      }
    }
    if case .never = disposal {
    } else {
      var reduced = self
      reduced.disposal = .never
      reductions.append(reduced)
    }
    if sendsLate {
      var reduced = self
      reduced.sendsLate = false
      reductions.append(reduced)
    }
    if !handlesFailures {
      var reduced = self
      reduced.handlesFailures = true
      reductions.append(reduced)
    }
    if reentry != nil {
      var reduced = self
      reduced.reentry = nil
      reductions.append(reduced)
    }
    return reductions
  }
}
