/// The events of a trial in each tick. Their order does not depend on unspecified details.
final class Trace {
  var tick = 0
  private var isOver = false
  private var steps: [(tick: Int, text: String)] = []
  /// The number of active subscriptions to each source that were made after the end.
  private var late: [Int: Int] = [:]
  /// The disposals whose order within the tick is not specified. They concern sources that have
  /// ended and, after the end of the result, everything.
  private var loose: [(tick: Int, text: String)] = []

  func sent(_ text: String) { steps.append((tick, "sends \(text)")) }

  func ended(_ text: String) {
    steps.append((tick, text))
    isOver = true
  }

  func over() { isOver = true }

  /// Records a subscription. A source that sends while it is being subscribed to continues after
  /// the end. As in RxSwift, an operator may subscribe again for its elements if it disposes the
  /// subscription.
  func subscribed(_ port: Int) {
    if isOver {
      late[port, default: 0] += 1
    } else {
      steps.append((tick, "subscribes to \(port)"))
    }
  }

  func disposed(_ port: Int, hasEnded: Bool) {
    if let count = late[port], count > 0 {
      late[port] = count - 1
      return
    }
    let text = "disposes \(port)"
    if hasEnded || isOver { loose.append((tick, text)) } else { steps.append((tick, text)) }
  }

  func callback(_ text: String) { loose.append((tick, text)) }

  var lines: [String] {
    steps.map { "\($0.tick): \($0.text)" }
      + loose.map { "\($0.tick): \($0.text) (any order)" }.sorted()
      + late.filter { $0.value > 0 }.map { "late subscriptions to \($0.key) are left" }.sorted()
  }
}
