import Dispatch

/// An object that counts down with a timer, which libdispatch retains.
final class Countdown: @unchecked Sendable {
  private(set) var ticks = 0

  /// The leaking form: a timer that is armed keeps its handler.
  func start(_ timer: any DispatchSourceTimer) {
    timer.setEventHandler { self.ticks += 1 }
  }

  /// The fixed form.
  func startWeakly(_ timer: any DispatchSourceTimer) {
    timer.setEventHandler { [weak self] in self?.ticks += 1 }
  }
}

extension Countdown {
  static let shape = Shape(
    "Countdown", .timer, heldBy: "an armed timer",
    leaking: { example { $0.start($1) } }, fixed: { example { $0.startWeakly($1) } })

  private static func example(
    _ start: (Countdown, any DispatchSourceTimer) -> Void
  ) -> ShapeExample {
    let countdown = Countdown()
    let queue = DispatchQueue(label: "leakcheck.countdown")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    start(countdown, timer)
    timer.schedule(deadline: .now(), repeating: 3600)
    timer.activate()
    let cancel = Once {
      let isCancelled = DispatchSemaphore(value: 0)
      timer.setCancelHandler { isCancelled.signal() }
      timer.cancel()
      isCancelled.wait()
    }
    return ShapeExample(
      countdown,
      use: {
        var hasTicked = false
        for _ in 0..<100_000 where !hasTicked { hasTicked = queue.sync { countdown.ticks > 0 } }
        return hasTicked
      },
      end: cancel.run, runtimeOwnerCleanup: cancel.run)
  }
}
