import Foundation
import Synchronization
import Testing

@testable import HeapWalking

/// Tests of forked processes that several threads start at the same time. Swift Testing runs tests
/// in parallel, so the checks of several tests end at the same time.
@Suite struct ForkedProcessTests {
  /// The number of threads that fork the process at the same time.
  private static let threads = 8
  /// The number of times that each thread forks the process. It is small because after each fork,
  /// the writes of all threads copy pages, which slows down other tests.
  private static let rounds = 6

  /// Much memory makes forking slow, so that all threads wait until they can fork the process. A
  /// forked process may wait for a lock that another test held during the fork, but rarely.
  @Test func eachThreadReceivesTheResultOfItsOwnClosure() {
    let memory = [UInt64](repeating: 1, count: 25_000_000)
    defer { withExtendedLifetime(memory) {} }
    let locked = Mutex(0)
    let wrong = Self.onThreads { thread in
      for round in 0..<Self.rounds {
        let expected = Data("\(thread) \(round)".utf8)
        do {
          let answer = try ForkedProcess.answer(within: 60, attempts: 1) { expected }
          if answer != expected { return "thread \(thread) received \(answer)" }
        } catch ForkedProcess.Failure.noAnswer {
          locked.withLock { $0 += 1 }
        }
      }
      return nil
    }
    #expect(wrong == [])
    #expect(locked.withLock { $0 } <= Self.threads * Self.rounds / 8)
  }

  /// Every other thread's closure crashes.
  @Test func eachThreadReceivesThePhaseOfItsOwnCrash() {
    let wrong = Self.onThreads { thread in
      let phase = thread % 4 == 0 ? AnalysisPhase.walkingObjects : .describing
      for _ in 0..<Self.rounds {
        do {
          let answer = try ForkedProcess.answer(within: 60, attempts: 1) {
            phase.begin()
            if thread.isMultiple(of: 2) { kill(getpid(), SIGSEGV) }
            return Data([1])
          }
          if thread.isMultiple(of: 2) { return "thread \(thread) received \(answer)" }
        } catch ForkedProcess.Failure.crashed(let signal, let name, _) {
          if signal != SIGSEGV || name != phase.rawValue || !thread.isMultiple(of: 2) {
            return "thread \(thread): signal \(signal) while \(name)"
          }
        } catch ForkedProcess.Failure.noAnswer {
          // Another test held a lock during the fork.
        }
      }
      return nil
    }
    #expect(wrong == [])
  }

  @Test func aCrashWritesDiagnosticFilesToTheGivenFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: ForkedProcess.Failure.self) {
      try ForkedProcess.answer(within: 60, dumpFolder: folder.path) {
        kill(getpid(), SIGSEGV)
        return Data()
      }
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let maps = try #require(kept.first { $0.hasPrefix("maps.") }, "\(kept)")
    let text = try String(contentsOf: folder.appending(path: maps), encoding: .utf8)
    #expect(text.contains("libswiftCore.so"))
  }

  /// Runs a closure on several threads at the same time. Returns the texts that it returned, and
  /// the errors that it threw as texts.
  private static func onThreads(_ body: @escaping @Sendable (Int) throws -> String?) -> [String] {
    let results = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      do {
        if let text = try body(thread) { results.withLock { $0.append(text) } }
      } catch {
        results.withLock { $0.append("thread \(thread): \(error)") }
      }
    }
    return results.withLock { $0 }
  }
}
