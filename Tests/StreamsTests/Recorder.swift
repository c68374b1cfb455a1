import Streams
import Synchronization

/// An object that records the events that it receives, on any thread.
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
  /// Returns the events that a subscription delivers before `subscribe` returns.
  func events() -> [String] {
    let recorder = Recorder()
    subscribe { recorder.observe($0) }.dispose()
    return recorder.events
  }
}
