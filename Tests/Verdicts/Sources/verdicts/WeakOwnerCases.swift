import Foundation

// An object and a task that keep each other alive. If code that runs later refers to the object
// weakly or without ownership, this code can end the wait.

/// An object that refers to a waiter without owning it.
private final class WaiterUser: @unchecked Sendable {
  weak var weakly: Waiter?
  unowned var unowned: Waiter

  init(weakly: Waiter? = nil, unowned: Waiter) {
    self.weakly = weakly
    self.unowned = unowned
  }
}

/// An operation that ends when ``finish()`` is called.
private final class Download: Operation, @unchecked Sendable {
  private var isRunning = false
  private var isDone = false
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { isRunning }
  override var isFinished: Bool { isDone }
  override func start() { isRunning = true }

  func finish() {
    willChangeValue(forKey: "isFinished")
    (isRunning, isDone) = (false, true)
    didChangeValue(forKey: "isFinished")
  }
}

private func startDownload() -> Download {
  let download = Download()
  OperationQueue().addOperation(download)
  return download
}

/// An object that reads its own stream until it is deallocated.
private final class Reader: @unchecked Sendable {
  private let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation
  private var sum = 0

  init() { (stream, continuation) = AsyncStream.makeStream() }
  deinit { continuation.finish() }

  func add(_ element: Int) { continuation.yield(element) }
  func start() { Task { for await element in stream { sum += element } } }
}

private nonisolated(unsafe) var keptSource: (any DispatchSourceUserDataAdd)?

/// Starts a source that the program keeps.
private func keepSource(handler: @escaping @Sendable () -> Void) {
  let source = DispatchSource.makeUserDataAddSource(queue: .global())
  source.setEventHandler(handler: handler)
  source.resume()
  keptSource = source
}

private nonisolated(unsafe) var observers: [@Sendable (Int) -> Void] = []

private nonisolated(unsafe) weak var observed: Waiter?

/// A waiter that keeps no continuation.
private let other = Waiter()

private func startWaiting(_ use: @escaping @Sendable (Waiter) -> Void) async {
  await Task {
    let waiter = Waiter()
    Task { await waiter.suspend() }
    waiter.isReady.wait()
    use(waiter)
  }.value
  waitUntilOthersSleep()
}

let weakOwnerCases: [Case] = [
  Case("a delayed block resumes a task through a weak reference", .heldByRuntime(["Waiter"])) {
    await startWaiting { waiter in
      DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) { [weak waiter] in
        waiter?.continuation?.resume()
      }
    }
  },
  Case("a delayed block resumes a task through an unowned reference", .heldByRuntime(["Waiter"])) {
    await startWaiting { waiter in
      DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) { [unowned waiter] in
        waiter.continuation?.resume()
      }
    }
  },
  Case("a thread resumes a task through a weak reference", .heldByRuntime(["Waiter"])) {
    await startWaiting { waiter in
      Thread.detachNewThread { [weak waiter] in
        Thread.sleep(forTimeInterval: 1_000)
        waiter?.continuation?.resume()
      }
    }
  },
  Case(
    "a delayed block uses an object of a global with a weak reference", .heldByRuntime(["Waiter"])
  ) {
    await startWaiting { waiter in
      let user = WaiterUser(weakly: waiter, unowned: other)
      Roots.any.append(user)
      DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) {
        user.weakly?.continuation?.resume()
      }
    }
  },
  Case("a thread uses an object of a global with a weak reference", .heldByRuntime(["Waiter"])) {
    await startWaiting { waiter in
      let user = WaiterUser(weakly: waiter, unowned: other)
      Roots.any.append([user])
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 1_000)
        user.weakly?.continuation?.resume()
      }
    }
  },
  Case("a kept closure uses an object with a weak reference", .heldByRuntime(["Waiter"])) {
    await startWaiting { waiter in
      let user = WaiterUser(weakly: waiter, unowned: other)
      observers.append { _ in user.weakly?.continuation?.resume() }
    }
  },
  Case("a kept closure uses two objects with weak references", .heldByRuntime(["Waiter"])) {
    await startWaiting { waiter in
      let user = WaiterUser(weakly: waiter, unowned: other)
      let second = WaiterUser(unowned: other)
      observers.append { _ in (second.weakly ?? user.weakly)?.continuation?.resume() }
    }
  },
  Case("a kept source resumes a task through a weak reference", .heldByRuntime(["Waiter"])) {
    await startWaiting { waiter in
      keepSource { [weak waiter] in waiter?.continuation?.resume() }
    }
  },
  Case("a kept closure resumes a task through a weak reference", .heldByRuntime(["Waiter"])) {
    await startWaiting { waiter in
      observers.append { [weak waiter] _ in waiter?.continuation?.resume() }
    }
  },
  Case("a kept closure adds elements through a weak reference", .likelyCycle(["Reader"])) {
    await Task {
      let reader = Reader()
      observers.append { [weak reader] in reader?.add($0) }
      reader.start()
    }.value
    waitUntilOthersSleep()
  },
  Case("a weak variable observes an object that keeps a continuation", .likelyCycle(["Waiter"])) {
    await startWaiting { observed = $0 }
    use(observed == nil)
  },
  Case("an object refers weakly to one that keeps a continuation", .likelyCycle(["Waiter"])) {
    await startWaiting { Roots.any.append(WaiterUser(weakly: $0, unowned: other)) }
  },
  Case("an unowned reference to an object that keeps a continuation", .likelyCycle(["Waiter"])) {
    await startWaiting { Roots.any.append(WaiterUser(unowned: $0)) }
  },
  Case("a leaked object refers weakly to one that keeps a continuation", .likelyCycle(["Waiter"])) {
    await startWaiting { waiter in _ = { [weak waiter] in waiter?.continuation?.resume() } }
  },
  Case("a delayed block finishes an operation through a weak reference") {
    onCleanStack {
      let download = startDownload()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1_000) { [weak download] in
        download?.finish()
      }
    }
    waitUntilOthersSleep()
  },
  Case("an operation that nothing can finish", .provenCycle(["Download"])) {
    onCleanStack { use(startDownload()) }
    waitUntilOthersSleep()
  },
  Case("a weak reference to an object that keeps only the task", .likelyCycle(["Waiter"])) {
    await Task {
      let waiter = Waiter()
      waiter.task = Task {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        use(waiter)
      }
      Roots.any.append(WaiterUser(weakly: waiter, unowned: other))
    }.value
    waitUntilOthersSleep()
  },
]
