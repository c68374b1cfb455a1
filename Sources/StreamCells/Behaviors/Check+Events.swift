import Foundation
import Scenarios
import Streams

extension Check {
  /// Subscribes to a stream that sends all its events during `subscribe`, and compares the events
  /// with the expected ones.
  ///
  /// - Parameter expected: The events, such as `1 2 completed`.
  func events(_ stream: Observable<Int>, _ expected: String, line: Int = #line) {
    var events: [String] = []
    let subscription = stream.subscribe(
      onNext: { events.append("\($0)") }, onError: { events.append("\(Self.name(of: $0))") },
      onCompleted: { events.append("completed") })
    subscription.dispose()
    expect(events.joined(separator: " "), is: expected, "line \(line): the events")
  }

  /// Checks that a stream disposes its first source before it subscribes to its second source.
  ///
  /// - Parameters:
  ///   - name: The name of the stream.
  ///   - end: The event that ends the first source.
  func replacement(
    _ name: String, after end: Event<Int>,
    _ make: (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) {
    var feed: AnyObserver<Int>?
    let first = Observable<Int>.create { observer in
      feed = observer
      return Disposables.create { self.log.append("-a") }
    }
    let second = Observable<Int>.create { _ in
      self.log.append("+b")
      return Disposables.create { self.log.append("-b") }
    }
    let subscription = make(first, second).subscribe()
    feed?.on(end)
    expect(log, is: ["-a", "+b"], "the log of \(name)")
    subscription.dispose()
    expect(log, is: ["-a", "+b", "-b"], "the log of \(name) at the end")
    log = []
    feed = nil
  }

  /// Compares the events of a stream, and their times, with the expected ones. The stream has two
  /// sources, which send the events of two scripts in virtual time.
  ///
  /// Finally disposes the subscription, and checks that neither source is subscribed to.
  ///
  /// - Parameters:
  ///   - first: The events of the first source, each with its time, such as `1@1 2@3 |@9`. An
  ///     element is a number, `|` is a completion and `x` an error; `d` disposes the subscription.
  ///   - second: The events of the second source.
  ///   - expected: The events of the stream, in the same form.
  func timeline(
    _ first: String, _ second: String, _ expected: String, line: Int = #line,
    _ make: (Observable<Int>, Observable<Int>, TestScheduler) -> Observable<Int>
  ) {
    let clock = TestScheduler(initialClock: 0)
    let feeds = [PublishSubject<Int>(), PublishSubject<Int>()]
    let subscription = SingleAssignmentDisposable()
    for (feed, script) in zip(feeds, [first, second]) {
      for word in script.split(separator: " ") {
        let parts = word.split(separator: "@")
        clock.scheduleAt(Int(parts[1]) ?? 0) {
          switch parts[0] {
          case "|": feed.onCompleted()
          case "x": feed.onError(CellError())
          case "d": subscription.dispose()
          default: feed.onNext(Int(parts[0]) ?? 0)
          }
        }
      }
    }
    var events: [String] = []
    subscription.setDisposable(
      make(feeds[0], feeds[1], clock).subscribe(
        onNext: { events.append("\($0)@\(clock.clock)") },
        onError: { events.append("\(Self.name(of: $0))@\(clock.clock)") },
        onCompleted: { events.append("|@\(clock.clock)") }))
    clock.advanceTo(100)
    subscription.dispose()
    expect(events.joined(separator: " "), is: expected, "line \(line): the events")
    expect(!feeds[0].hasObservers, "line \(line): the first source is still subscribed to")
    expect(!feeds[1].hasObservers, "line \(line): the second source is still subscribed to")
  }

  /// Checks the events of a stream with one source, and their times.
  func timeline(
    _ first: String, _ expected: String, line: Int = #line,
    _ make: (Observable<Int>, Observable<Int>, TestScheduler) -> Observable<Int>
  ) {
    timeline(first, "", expected, line: line, make)
  }

  /// Checks the events, and their times, of a stream with two sources and without a scheduler.
  func timeline(
    _ first: String, _ second: String, _ expected: String, line: Int = #line,
    _ make: (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) {
    timeline(first, second, expected, line: line) { one, two, _ in make(one, two) }
  }

  private static func name(of error: any Error) -> String { error is CellError ? "x" : "\(error)" }
}
