/// What a trial did, tick by tick, in an order that does not depend on details without meaning.
final class Trace {
  var tick = 0
  private var isOver = false
  private var steps: [(tick: Int, text: String)] = []
  /// The number of subscriptions to each source that were made after the end and are live.
  private var late: [Int: Int] = [:]
  /// Disposals whose order within the tick is not specified: of sources that have ended, and of
  /// everything when the result has ended.
  private var loose: [(tick: Int, text: String)] = []

  func sent(_ text: String) { steps.append((tick, "sends \(text)")) }

  func ended(_ text: String) {
    steps.append((tick, text))
    isOver = true
  }

  func over() { isOver = true }

  /// A source that sends while it is being subscribed to continues after the end, and operators
  /// may subscribe for its elements, as in RxSwift, as long as they dispose that again.
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
