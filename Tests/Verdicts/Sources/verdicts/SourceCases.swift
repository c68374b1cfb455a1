import Dispatch
import Foundation

/// An object whose handler a dispatch source calls.
private final class Listener: @unchecked Sendable {
  let pipe = Pipe()
  var source: (any DispatchSourceProtocol)?
  var events = 0

  deinit { Self.destroyed.signal() }

  static let destroyed = DispatchSemaphore(value: 0)

  func readWithSource() -> any DispatchSourceProtocol {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
    source.setEventHandler { self.events += 1 }
    source.resume()
    self.source = source
    return source
  }

  func waitForSignal() {
    let source = DispatchSource.makeSignalSource(signal: SIGWINCH)
    source.setEventHandler { self.events += 1 }
    source.resume()
    self.source = source
  }

  func countData(resumes: Bool, cancels: Bool = false) {
    let source = DispatchSource.makeUserDataAddSource()
    source.setEventHandler { self.events += 1 }
    if resumes { source.resume() }
    if cancels { source.cancel() }
    self.source = source
  }

  func countTime(suspends: Bool) {
    let source = DispatchSource.makeTimerSource()
    source.schedule(deadline: .now() + 1_000)
    source.setEventHandler { self.events += 1 }
    source.resume()
    if suspends { source.suspend() }
    self.source = source
  }

  func readWithHandler() {
    pipe.fileHandleForReading.readabilityHandler = { handle in
      self.events += handle.availableData.count
    }
  }
}

/// Waits until libdispatch has released the handler that retains a listener.
private func waitForDestruction() {
  _ = Listener.destroyed.wait(timeout: .now() + 10)
  waitUntilOthersSleep()
}

let sourceCases: [Case] = [
  Case("a source of a file descriptor retains its owner", .heldByRuntime(["Listener"])) {
    onCleanStack { use(Listener().readWithSource()) }
    waitUntilOthersSleep()
  },
  Case("a source of a signal retains its owner", .heldByRuntime(["Listener"])) {
    onCleanStack { Listener().waitForSignal() }
    waitUntilOthersSleep()
  },
  Case("a timer of libdispatch retains its owner", .heldByRuntime(["Listener"])) {
    onCleanStack { Listener().countTime(suspends: false) }
    waitUntilOthersSleep()
  },
  Case("a source of user data retains its owner", .provenCycle(["Listener"])) {
    onCleanStack { Listener().countData(resumes: true) }
    waitUntilOthersSleep()
  },
  Case("a source that was never resumed retains its owner", .likelyCycle(["Listener"])) {
    onCleanStack { Listener().countData(resumes: false) }
    waitUntilOthersSleep()
  },
  Case("a source of user data that was cancelled") {
    onCleanStack { Listener().countData(resumes: true, cancels: true) }
    waitForDestruction()
  },
  Case("a global keeps the owner of a source of user data") {
    onCleanStack {
      let listener = Listener()
      listener.countData(resumes: true)
      Roots.any.append(listener)
    }
    waitUntilOthersSleep()
  },
  Case("a file handle's handler retains the owner of the handle", .heldByRuntime(["Listener"])) {
    onCleanStack { Listener().readWithHandler() }
    waitUntilOthersSleep()
  },
  Case("a global keeps the source that an object's handler listens to") {
    onCleanStack { Roots.any.append(Listener().readWithSource()) }
    waitUntilOthersSleep()
  },
  Case("a global keeps the owner of a source of a signal") {
    onCleanStack {
      let listener = Listener()
      listener.waitForSignal()
      Roots.any.append(listener)
    }
    waitUntilOthersSleep()
  },
  Case("an object of a global keeps a timer of libdispatch, which keeps another object") {
    onCleanStack {
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + 1_000)
      let lost = Lost()
      timer.setEventHandler { use(lost) }
      timer.resume()
      let extra = Extra()
      extra.payload = timer
      Roots.node?.payload = extra
    }
    waitUntilOthersSleep()
  },
  Case("a leaked cycle behind the source of a global", .provenCycle(["First", "Second"])) {
    onCleanStack {
      Roots.any.append(Listener().readWithSource())
      makeCycle()
    }
    waitUntilOthersSleep()
  },
  Case("a source of a file descriptor that was cancelled") {
    onCleanStack {
      let listener = Listener()
      listener.readWithSource().cancel()
      listener.source = nil
    }
    waitForDestruction()
  },
  Case("a file handle's handler that was removed") {
    onCleanStack {
      let listener = Listener()
      listener.readWithHandler()
      listener.pipe.fileHandleForReading.readabilityHandler = nil
    }
    waitForDestruction()
  },
]
