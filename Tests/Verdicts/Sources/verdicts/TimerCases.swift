import Foundation

/// Creates a timer of Foundation whose handler retains an object. The timer is in no run loop.
@inline(never) private func makeTimer(_ object: AnyObject) -> Timer {
  Timer(timeInterval: 1_000, repeats: true) { _ in use(object) }
}

/// Lets a global variable keep a timer, and returns the timer.
private func keepTimer(_ object: AnyObject) -> Timer {
  let timer = makeTimer(object)
  Roots.any.append(timer)
  return timer
}

let timerCases: [Case] = [
  Case("a timer in a run loop keeps an object", .heldByRuntime(["Lost"])) {
    onCleanStack { RunLoop.main.add(makeTimer(Lost()), forMode: .default) }
  },
  Case("a global keeps a timer in a run loop, which keeps an object", .heldByRuntime(["Lost"])) {
    onCleanStack { RunLoop.main.add(keepTimer(Lost()), forMode: .default) }
  },
  Case("a global keeps a timer in a run loop of another thread", .heldByRuntime(["Lost"])) {
    onCleanStack {
      let timer = keepTimer(Lost())
      let isAdded = DispatchSemaphore(value: 0)
      Thread {
        RunLoop.current.add(timer, forMode: .common)
        isAdded.signal()
        RunLoop.current.run()
      }.start()
      isAdded.wait()
    }
    waitUntilOthersSleep()
  },
  Case("a global keeps a timer that is in no run loop") { onCleanStack { use(keepTimer(Lost())) } },
  Case("a global keeps a timer that was invalidated") {
    onCleanStack {
      let timer = keepTimer(Lost())
      RunLoop.main.add(timer, forMode: .default)
      timer.invalidate()
    }
  },
  Case("a leaked cycle behind a timer that is in no run loop", .provenCycle(["First", "Second"])) {
    onCleanStack {
      use(keepTimer(Lost()))
      makeCycle()
    }
  },
]
