import Dispatch
import Foundation
import TestSupport
import Testing

@testable import StreamCells
@testable import Streams

/// Tests that the search for synchronization mistakes finds planted mistakes.
@Suite(.countsResources) struct InterleavingTests {
  /// A container whose `set` reads the flag before it acquires the lock or, if `checksInsideLock`
  /// is `true`, afterwards.
  private final class Container: @unchecked Sendable {
    private let lock = Lock()
    private let disposed = AtomicFlag(false)
    private let checksInsideLock: Bool
    private(set) var content: Int?

    init(checksInsideLock: Bool) { self.checksInsideLock = checksInsideLock }

    func set(_ number: Int) {
      if !checksInsideLock, disposed.load() { return }
      lock.withLock {
        if checksInsideLock, disposed.load() { return }
        content = number
      }
    }

    func dispose() {
      lock.withLock {
        disposed.store(true)
        content = nil
      }
    }
  }

  @Test(arguments: [true, false])
  func aCheckOutsideTheLockIsFound(checksInsideLock: Bool) {
    var (orders, retained) = (0, 0)
    var container = Container(checksInsideLock: checksInsideLock)
    let outcome = Interleaving().explore {
      container = Container(checksInsideLock: checksInsideLock)
      return ConcurrentCalls(
        first: { [container] in container.set(1) }, second: { [container] in container.dispose() })
    } check: {
      orders += 1
      if container.content != nil { retained += 1 }
      return true
    }
    #expect(outcome == .finished)
    #expect(orders > 2)
    #expect((retained > 0) == !checksInsideLock)
  }

  @Test func secondCallThatWaitsForTheFirstIsReported() {
    let done = DispatchSemaphore(value: 0)
    let container = Container(checksInsideLock: true)
    let outcome = Interleaving(timeout: .milliseconds(200)).explore {
      ConcurrentCalls(
        first: {
          container.set(1)
          done.signal()
        }, second: { done.wait() })
    } check: {
      true
    }
    #expect(outcome == .blocked)
  }

  @Test func callWithTooManyPointsIsReported() {
    let container = Container(checksInsideLock: true)
    let outcome = Interleaving(maxPoints: 5).explore {
      ConcurrentCalls(first: { for number in 0..<9 { container.set(number) } }, second: {})
    } check: {
      true
    }
    #expect(outcome == .limitReached)
  }

  /// The files that use the standard library's synchronization directly.
  private static let directUses: [String: [String]] = [
    "Streams": [
      // The library's own primitives.
      "Core/AtomicBits.swift", "Core/AtomicCount.swift", "Core/AtomicFlag.swift",
      "Core/InterleavingPoint.swift", "Core/Lock.swift",
      // Settings, statistics, and a check for concurrent events.
      "Core/Hooks.swift", "Core/RxSwiftNames.swift", "Core/SynchronizationTracker.swift",
      "Schedulers/SerialObservableToken.swift",
      // A continuation, whose whole state is inside the mutex.
      "Async/Observable+FirstElement.swift",
    ],
    // The library's own primitive, and a pointer whose accesses are interleaving points.
    "RACDisposables": ["Guarded.swift", "RACDisposable.swift"],
  ]

  /// Synchronization without interleaving points is invisible to the search, so only the listed
  /// files may use the primitives of the standard library.
  @Test(arguments: directUses)
  func onlyListedFilesUseStandardSynchronization(library: String, expected: [String]) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/\(library)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    let direct = try files.filter { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return text.contains(#/\b(Atomic[<(]|Mutex[<(]|NSLock|NSRecursiveLock|pthread_mutex)/#)
    }
    #expect(direct.sorted() == expected.sorted())
  }
}
