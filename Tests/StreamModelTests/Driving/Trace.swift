/// The events of a trial at each tick. Their order is recorded only as far as it is specified.
final class Trace {
  var tick = 0
  private var isOver = false
  private var steps: [(tick: Int, text: String)] = []
  /// For each source, the number of active subscriptions that were made after the end.
  private var late: [Int: Int] = [:]
  /// The events whose order within the tick is not specified: disposals of sources that have ended,
  /// disposals after the end of the result (except those of subscriptions that were made after the
  /// end), and callbacks such as `onDisposed`.
  private var loose: [(tick: Int, text: String)] = []

  func sent(_ text: String) { steps.append((tick, "sends \(text)")) }

  func ended(_ text: String) {
    steps.append((tick, text))
    isOver = true
  }

  func over() { isOver = true }

  /// Records a subscription. The operator may subscribe even after the result has ended, if it
  /// disposes that subscription. As in RxSwift, this occurs if the elements that a source sends
  /// during its own `subscribe` make the operator subscribe again.
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
