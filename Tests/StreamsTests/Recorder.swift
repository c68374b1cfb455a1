import Streams
import Synchronization

/// Notes the events it receives, on whatever thread.
final class Recorder: Sendable {
  private let log = Mutex<[String]>([])

  var events: [String] { log.withLock { $0 } }

  func note(_ text: String) { log.withLock { $0.append(text) } }

  func observe<Element>(_ event: Event<Element>) { note(event.debugDescription) }
}

/// The error that tests send.
struct TestError: Error, CustomStringConvertible {
  var description: String { "test" }
}

extension ObservableType {
  /// Everything that a subscription delivers until `subscribe` has returned.
  func events() -> [String] {
    let recorder = Recorder()
    subscribe { recorder.observe($0) }.dispose()
    return recorder.events
  }
}
