import Foundation
import Synchronization

/// A way to start code that does not run in the task that starts it.
enum Start: CaseIterable {
  case workItem, itemNotification, group, groupNotification, barrier, later, iterations
  case timer, cancellation, reading
  case operation, dependentOperation, completion
  case thread, readability

  /// Starts the code and waits until it has run.
  func run(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      begin {
        body()
        continuation.resume()
      }
    }
  }

  private func begin(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .workItem: DispatchQueue.global().async(execute: DispatchWorkItem(block: body))
    case .itemNotification:
      let item = DispatchWorkItem {}
      item.notify(queue: .global(), execute: body)
      DispatchQueue.global().async(execute: item)
    case .group: DispatchQueue.global().async(group: DispatchGroup(), execute: body)
    case .groupNotification: DispatchGroup().notify(queue: .global(), execute: body)
    case .barrier: DispatchQueue(label: "barrier").async(flags: .barrier, execute: body)
    case .later: DispatchQueue.global().asyncAfter(deadline: .now() + 0.01, execute: body)
    case .iterations:
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: 8) { if $0 == 5 { body() } }
      }
    case .timer, .cancellation: beginTimer(body)
    case .reading: beginReading(body)
    case .operation, .dependentOperation, .completion: beginOperation(body)
    case .thread: OwnThread.start(body)
    case .readability: beginReadability(body)
    }
  }

  private func beginTimer(_ body: @escaping @Sendable () -> Void) {
    let timer = DispatchSource.makeTimerSource()
    if self == .cancellation {
      timer.setCancelHandler(handler: body)
      timer.resume()
      timer.cancel()
    } else {
      timer.schedule(deadline: .now() + 0.01)
      timer.setEventHandler {
        timer.cancel()
        body()
      }
      timer.resume()
    }
  }

  private func beginReading(_ body: @escaping @Sendable () -> Void) {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data([1]))
    let file = pipe.fileHandleForReading
    DispatchIO.read(
      fromFileDescriptor: file.fileDescriptor, maxLength: 1, runningHandlerOn: .global()
    ) { _, _ in
      withExtendedLifetime((pipe, file)) { body() }
    }
  }

  private func beginReadability(_ body: @escaping @Sendable () -> Void) {
    let pipe = Pipe()
    pipe.fileHandleForReading.readabilityHandler = { file in
      _ = file.availableData
      // The handler keeps the pipe until it is removed.
      withExtendedLifetime(pipe) { file.readabilityHandler = nil }
      body()
    }
    pipe.fileHandleForWriting.write(Data([1]))
  }

  /// Adds operations to a queue that all tests share. It runs one at a time, so the end of one
  /// test's operation starts the operation of another test.
  private func beginOperation(_ body: @escaping @Sendable () -> Void) {
    let operation = BlockOperation { if self != .completion { body() } }
    if self == .completion { operation.completionBlock = body }
    if self == .dependentOperation {
      let earlier = BlockOperation { usleep(1_000) }
      operation.addDependency(earlier)
      Self.queue.addOperation(earlier)
    }
    Self.queue.addOperation(operation)
  }

  private static let queue: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }()
}

/// Threads that are created without Foundation.
enum OwnThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(Body(run)).toOpaque()
    unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
    pthread_detach(thread)
  }
}

/// A thread that runs closures in the order in which they are added, like an event loop.
final class Worker: Sendable {
  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let added = DispatchSemaphore(value: 0)

  init() { OwnThread.start { [self] in work() } }

  private func work() {
    while true {
      added.wait()
      jobs.withLock { $0.removeFirst() }()
    }
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
    added.signal()
  }

  /// Runs code on the thread, and waits until the thread has also released the closure.
  func run(_ job: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    add(job)
    add { done.signal() }
    done.wait()
  }
}
