import Foundation
import Streams

extension Behavior {
  /// The lines that `debug` prints, and the priority of the operations that a scheduler creates.
  static let printing = [
    Behavior("debug", "prints each event with its time") { check in
      for (ending, last) in [(Event<Int>.completed, "Event completed"), (.next(2), "")] {
        let feed = PublishSubject<Int>()
        let lines = printedLines {
          let subscription = feed.debug("cell").subscribe()
          feed.onNext(1)
          feed.on(ending)
          subscription.dispose()
        }
        let texts = lines.map { String($0.dropFirst(timeWidth)) }
        let second = last.isEmpty ? "Event next(2)" : last
        check.expect(
          texts,
          is: ["subscribed", "Event next(1)", second, "isDisposed"].map { ": cell -> \($0)" },
          "what is printed")
        for line in lines {
          let time = line.prefix(timeWidth)
          check.expect(
            time.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/) != nil,
            "the time is \(time)")
        }
      }
    },
    Behavior("debug", "trims what is longer than forty characters") { check in
      for trims in [false, true] {
        for length in [1, 20, 39, 40, 41, 80] {
          let text = String(repeating: "abcdefghij", count: 8).prefix(length)
          let lines = printedLines {
            Observable.just(text).debug("cell", trimOutput: trims).subscribe().dispose()
          }
          let shown = trims && length > 40 ? "\(text.prefix(20))...\(text.suffix(20))" : "\(text)"
          check.expect(
            lines.contains { $0.hasSuffix("cell -> Event next(\(shown))") },
            "an element of \(length), trimmed: \(trims), is printed as \(lines)")
        }
      }
    },
    Behavior("OperationQueueScheduler", "gives its operations its priority") { check in
      let priorities: [Operation.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]
      for priority in priorities {
        let queue = OperationQueue()
        queue.isSuspended = true
        let scheduler = OperationQueueScheduler(operationQueue: queue, queuePriority: priority)
        let step = scheduler.schedule(()) { _ in Disposables.create() }
        check.expect(
          queue.operations.map(\.queuePriority), is: [priority], "the priority of an operation")
        step.dispose()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
      }
    },
  ]

  /// The number of characters of a time such as 2001-02-03 04:05:06.789.
  private static let timeWidth = 23

  /// Runs a closure, and returns the lines that it prints about a stream with the identifier
  /// `cell`.
  private static func printedLines(_ body: () -> Void) -> [String] {
    standardOutput(of: body).split(separator: "\n").map(String.init)
      .filter { $0.contains(": cell -> ") }
  }
}
