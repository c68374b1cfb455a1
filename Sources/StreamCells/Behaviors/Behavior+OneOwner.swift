import Dispatch
import Foundation
import Streams

extension Behavior {
  /// The owners of values: an operator must not retain a value that it has passed on, and must
  /// release pending values before the last handler runs.
  static let oneOwner = [
    Behavior("accumulators", "are handed to the closure as their only owner") { check in
      // If a second reference to the array existed, appending to it would copy its elements.
      let streams: [(String, (Observable<Int>, @escaping (Bool) -> Void) -> Observable<[Int]>)] = [
        ("scan(into:)", { $0.scan(into: [], accumulator: noting($1)) }),
        ("reduce(into:)", { $0.reduce(into: [], accumulator: noting($1)) }),
        (
          "scan(into:) of an infallible sequence",
          { source, note in
            source.asInfallible(onErrorJustReturn: 0)
              .scan(into: []) { (numbers: inout [Int], number: Int) in
                noteOwner(of: &numbers, adding: number, note)
              }.asObservable()
          }
        ),
      ]
      for (name, make) in streams {
        var buffers: [Bool] = []
        let feed = PublishSubject<Int>()
        let subscription = make(feed) { buffers.append($0) }.subscribe(onNext: { _ in })
        for number in 0..<6 { feed.onNext(number) }
        feed.onCompleted()
        check.expect(buffers.dropFirst(2).allSatisfy { $0 }, "\(name) keeps its value: \(buffers)")
        check.expect(buffers.count, is: 6, "elements of \(name)")
        subscription.dispose()
      }
    },
    Behavior("accumulators", "that the closure replaces are released at once") { check in
      let streams:
        [(String, (Observable<Int>, @escaping (inout Token) -> Void) -> Observable<Token>)]
      streams = [
        (
          "scan(into:)",
          { source, replace in
            source.scan(into: check.census.make()) { token, _ in replace(&token) }
          }
        ),
        (
          "reduce(into:)",
          { source, replace in
            source.reduce(into: check.census.make()) { token, _ in replace(&token) }
          }
        ),
      ]
      for (name, make) in streams {
        let feed = PublishSubject<Int>()
        var living: [Int] = []
        let stream = make(feed) { [census = check.census] token in
          token = census.make()
          living.append(census.living)
        }
        let subscription = stream.subscribe(onNext: { _ in })
        for number in 0..<4 { feed.onNext(number) }
        // Only the seed and the new value may be alive.
        check.expect(living, is: [2, 2, 2, 2], "values of \(name) that are alive in its closure")
        subscription.dispose()
      }
    },
    Behavior("takeLast", "releases each element when it has been sent") { check in
      for count in [1, 3] {
        let feed = PublishSubject<Token>()
        var living: [Int] = []
        let note = { [census = check.census] in living.append(census.living) }
        let subscription = feed.takeLast(count).subscribe(
          onNext: { _ in note() }, onCompleted: note)
        for _ in 0..<5 { feed.onNext(check.census.make()) }
        feed.onCompleted()
        check.expect(living.last, is: 0, "elements that are alive at the completion")
        subscription.dispose()
      }
    },
    Behavior("observe(on:)", "disposed in its handler on each queue") { check in
      for queue in queueSchedulers {
        let gate = DispatchSemaphore(value: 0)
        let (handled, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queue.add { gate.wait() }
        let feed = PublishSubject<Token>()
        let (serial, living) = (SerialDisposable(), SharedNumber())
        serial.disposable = feed.observe(on: queue.scheduler).subscribe(
          onNext: { [unowned serial, census = check.census] _ in
            serial.dispose()
            living.set(census.living)
            handled.signal()
            left.wait()
          })
        for _ in 0..<5 { feed.onNext(check.census.make()) }
        gate.signal()
        check.expectSignal(handled, "\(queue.name) called no handler")
        check.expect(
          living.value <= 1,
          "\(living.value) values are alive in the handler that disposed \(queue.name)")
        left.signal()
        queue.drain()
      }
    },
  ]

  private static func noting(
    _ note: @escaping (Bool) -> Void
  ) -> (inout [Int], Int) -> Void {
    { numbers, number in noteOwner(of: &numbers, adding: number, note) }
  }

  /// Adds a number to an array that has room for it, and passes to `note` whether the elements kept
  /// their address.
  private static func noteOwner(
    of numbers: inout [Int], adding number: Int, _ note: (Bool) -> Void
  ) {
    if numbers.isEmpty { numbers.reserveCapacity(64) }
    let before = unsafe numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    numbers.append(number)
    note(unsafe numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } == before)
  }

  /// A scheduler with a queue that runs one action at a time.
  private struct QueueScheduler {
    var name: String
    var scheduler: any ImmediateSchedulerType
    /// Adds work to the queue.
    var add: (@escaping @Sendable () -> Void) -> Void
    /// Waits until the queue is empty.
    var drain: () -> Void
  }

  private static var queueSchedulers: [QueueScheduler] {
    let queue = DispatchQueue(label: "cell")
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    return [
      QueueScheduler(
        name: "a serial scheduler",
        scheduler: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "cell"),
        add: { queue.async(execute: $0) }, drain: { queue.sync {} }),
      QueueScheduler(
        name: "a concurrent scheduler", scheduler: ConcurrentDispatchQueueScheduler(queue: queue),
        add: { queue.async(execute: $0) }, drain: { queue.sync {} }),
      QueueScheduler(
        name: "an operation queue",
        scheduler: OperationQueueScheduler(operationQueue: operations),
        add: { operations.addOperation($0) },
        drain: { operations.waitUntilAllOperationsAreFinished() }),
    ]
  }
}

/// A number that one thread sets and another reads.
private final class SharedNumber: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var value: Int { lock.withLock { number } }

  func set(_ value: Int) { lock.withLock { number = value } }
}
